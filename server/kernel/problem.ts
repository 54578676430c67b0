// How a handler refuses, and how anything thrown becomes the one error reply.
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { commonProblems, type Problem, type ProblemKind, WHOLE } from "#schemas/problem.ts";

/** What a problem may carry besides its code. */
export interface ProblemDetail {
  message?: string;
  /** The message as a text of the dashboard, for those who do not read English. */
  text?: string;
  fields?: Record<string, string>;
  /** The same as texts of the dashboard with their values. */
  reasons?: Problem["reasons"];
  current?: unknown;
  /** Thrown in a job: what there is to report although it failed. It becomes the job's result. */
  result?: unknown;
}

/** A refusal with a code; thrown by rules and handlers, never caught by them. */
export class ProblemError extends Error {
  constructor(
    readonly code: string,
    readonly detail: ProblemDetail = {},
  ) {
    super(detail.message ?? code);
  }
}

/**
 * Makes a refusal to throw. The code is a common one or one that the endpoint names in `problems`.
 * @example throw problem("stale", { current: profile });
 */
export function problem(code: string, detail?: ProblemDetail): ProblemError {
  const { text, ...rest } = detail ?? {};
  const reasons = text ? { reasons: { ...rest.reasons, [WHOLE]: { text, values: {} } } } : {};
  return new ProblemError(code, { ...rest, ...reasons });
}

/**
 * A refusal of what stands in one field: in words, and as a text of the dashboard with its values, for those who do not read
 * English.
 * @example throw fieldProblem("events.ends_early", "date_end", "The end must not be before the start", "events:problem.ends_early");
 */
export function fieldProblem(
  code: string,
  field: string,
  message: string,
  text: string,
  values: Record<string, string | number> = {},
): ProblemError {
  return problem(code, { fields: { [field]: message }, reasons: { [field]: { text, values } } });
}

const byStatus: Record<number, string> = {
  400: "bad_json",
  404: "not_found",
  414: "not_found",
  413: "too_large",
  415: "unsupported_media",
};

/** Database faults by what the person is told; the sentences are texts of the dashboard, too. */
const FAULTS = {
  diskFull: "The disk of the server is full; nothing was saved",
  databaseDiskFull: "The disk of the database is full; nothing was saved",
  readonly: "The database of the server cannot be written; nothing was saved",
  disk: "The disk of the server does not answer; nothing was saved",
  busy: "The database is busy; nothing was saved, try again",
  away: "The database does not answer; try again in a moment",
  restart: "The database is being restarted; try again in a moment",
  slow: "This took longer than the database allows; ask for less",
  slowSaved: "This took longer than the database allows; nothing was saved",
  same: "Somebody else changed the same at the same moment; try again",
} as const;
type Fault = keyof typeof FAULTS;

/** The fault behind a code of SQLite, the network or PostgreSQL. */
const faultByCode: Record<string, Fault> = {
  SQLITE_FULL: "diskFull",
  "53100": "databaseDiskFull",
  SQLITE_READONLY: "readonly",
  SQLITE_IOERR: "disk",
  SQLITE_BUSY: "busy",
  ECONNREFUSED: "away",
  ECONNRESET: "away",
  EPIPE: "away",
  "57P01": "restart",
  "57P02": "restart",
  "57P03": "restart",
  "57014": "slow",
  "25P03": "slowSaved",
  "40001": "same",
  "40P01": "same",
  "23505": "same",
};

interface Answer {
  status: number;
  code: string;
  detail: ProblemDetail & { message: string };
  reported: boolean;
}

/** The last resort: everything that was thrown comes through here once. */
export function replyWithProblem(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  catalogue: Record<string, ProblemKind> = {},
): FastifyReply {
  const { status, code, detail, reported } = answerTo(error, { ...commonProblems, ...catalogue });
  if (reported) request.log.error({ err: error, requestId: request.id }, "unexpected");
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ error: { code, ...detail, requestId: request.id } });
}

function answerTo(error: FastifyError | Error, catalogue: Record<string, ProblemKind>): Answer {
  if (error instanceof ProblemError) {
    const kind = catalogue[error.code];
    if (!kind) return unexpected(catalogue);
    const message = error.detail.message ?? kind.message;
    return {
      status: kind.status,
      code: error.code,
      detail: { ...error.detail, message },
      reported: kind.reported ?? false,
    };
  }
  const fault = faultOf(error);
  if (fault) return { ...answerTo(fault.told, catalogue), reported: true };
  if (isOutsideOfType(error))
    return { ...answerTo(problem("invalid"), catalogue), detail: { message: OUTSIDE_OF_TYPE } };
  if ("code" in error && error.code === "FST_ERR_BAD_URL")
    return { ...answerTo(problem("invalid"), catalogue), detail: { message: "The address is not valid" } };
  const status = "statusCode" in error ? error.statusCode : undefined;
  const code = status ? byStatus[status] : undefined;
  const kind = code ? catalogue[code] : undefined;
  if (code && kind) return { status: kind.status, code, detail: { message: kind.message }, reported: false };
  return unexpected(catalogue);
}

const BROKEN =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;
const OUTSIDE_OF_TYPE = "A value is larger than anything that can be kept";

/** PostgreSQL's class 22: a number or a text that the column's type does not hold. */
function isOutsideOfType(error: Error): boolean {
  return "code" in error && /^22[0-9A-Z]{3}$/.test(String(error.code));
}

/** Faults that a second try may not meet. */
const PASSING: readonly Fault[] = ["busy", "away", "restart", "same"];

/** How a fault of the database is told; `isPassing` where the same, tried again, may go well. */
export function faultOf(error: Error): { told: ProblemError; isPassing: boolean } | undefined {
  const fault = storageFault(error);
  if (!fault) return undefined;
  const told = problem("unavailable", { message: FAULTS[fault], text: `problem:said.${fault}` });
  return { told, isPassing: PASSING.includes(fault) };
}

function storageFault(error: Error): Fault | undefined {
  const code = "code" in error ? String(error.code) : "";
  const known = Object.keys(faultByCode).find((name) => code.startsWith(name));
  // The driver names no code when a connection broke or none could be had in time.
  const broken = BROKEN.test(error.message);
  return known ? faultByCode[known] : broken ? "away" : undefined;
}

function unexpected(catalogue: Record<string, ProblemKind>): Answer {
  const kind = catalogue["unexpected"] as ProblemKind;
  return { status: kind.status, code: "unexpected", detail: { message: kind.message }, reported: true };
}
