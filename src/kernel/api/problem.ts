// What a failed call is to the browser, and how its sentence is found (specification §8).
import type { Access } from "#schemas/access.ts";
import { commonProblems, type Problem, WHOLE } from "#schemas/problem.ts";

/** Codes that only the browser knows: the call never got a proper answer. */
export type LocalCode = "network" | "timeout" | "aborted" | "unreadable" | "session_ended" | "http";

interface ProblemParts {
  code: string;
  status: number;
  message: string;
  fields?: Record<string, string> | undefined;
  reasons?: Problem["reasons"] | undefined;
  requestId?: string | undefined;
  current?: unknown;
  access?: Access | undefined;
}

/** A call that did not succeed. Thrown by `api.call`; kept by `tracked` as `problem`. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  /** Why, by field, as texts with their values. */
  readonly reasons: NonNullable<Problem["reasons"]>;
  readonly requestId: string | undefined;
  /** With code `stale`: the row as it is now. */
  readonly current: unknown;
  /** With code `forbidden`: what the endpoint asks of whoever calls it. */
  readonly access: Access | undefined;

  constructor(parts: ProblemParts) {
    super(parts.message);
    this.code = parts.code;
    this.status = parts.status;
    this.fields = Object.freeze({ ...parts.fields });
    this.reasons = Object.freeze({ ...parts.reasons });
    this.requestId = parts.requestId;
    this.current = parts.current;
    this.access = parts.access;
  }

  /** True when nobody should be told: the person left, or the session ended and the login page says it. */
  get silent(): boolean {
    return this.code === "aborted" || this.code === "session_ended";
  }
}

/** Any thrown value as a problem; what is not one already is a fault of ours, unless it was given up. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isGivenUp = error instanceof Error && error.name === "AbortError";
  return new ApiProblem({ code: isGivenUp ? "aborted" : "unexpected", status: 0, message });
}

/** Reads the reply of a failed call: the `data` field, else `error`; of an object its `message`; else the generic sentence. */
export function problemFromReply(
  status: number,
  reason: string,
  body: unknown,
  { requestId, access }: { requestId?: string | undefined; access?: Access | undefined } = {},
): ApiProblem {
  const part = isRecord(body) ? (body.data ?? body.error) : undefined;
  const detail = isRecord(part) ? part : {};
  const text = typeof part === "string" ? part : detail.message;
  const generic = `HTTP ${status}${reason ? ` ${reason}` : ""}`;
  const code = typeof detail.code === "string" ? detail.code : "http";
  return new ApiProblem({
    code,
    status,
    message: typeof text === "string" && text !== "" ? text : generic,
    fields: textFields(detail.fields),
    reasons: reasonsOf(detail.reasons),
    requestId: typeof detail.requestId === "string" ? detail.requestId : requestId,
    current: detail.current,
    access: code === "forbidden" ? access : undefined,
  });
}

const PASSING_STATUS = new Set([502, 503, 504]);

/** Whether it may be over the next time: nothing is known to have answered. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === "network" || PASSING_STATUS.has(error.status));
}

/**
 * Whether an answer may have been lost between the server and here: the network broke, or something between them answered. Who has
 * waited for the whole time limit is told so, and asks again.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.code === "network" || (error.code === "http" && PASSING_STATUS.has(error.status));
}

/** Whether it says that a feature is switched off in the app: areas call that `area.off`. The page may have been open before it was. */
export const isOffPlan = ({ code }: Pick<ApiProblem, "code">): boolean => /^[a-z][a-z0-9-]*\.off$/.test(code);

type Translate = (key: string, options?: Record<string, unknown>) => string;

/** The sentence to show: the translation of an error key or code where there is one, else the server's own words. */
export function problemText(
  problem: Pick<ApiProblem, "code" | "message"> & Partial<Pick<ApiProblem, "reasons">>,
  t: Translate,
): string {
  const { code, message, reasons } = problem;
  const whole = reasons?.[WHOLE];
  if (whole) return t(whole.text, { ...whole.values, defaultValue: message });
  if (/^[A-Z][A-Z0-9_]+$/.test(message)) return t(`problem:${message}`, { defaultValue: message });
  const common = (commonProblems as Record<string, { message: string }>)[code];
  if (common && common.message !== message && code !== "unexpected") return message;
  const [area = "", ...rest] = code.split(".");
  const keys = rest.length > 0 ? [`problem:${code}`, `${area}:problem.${rest.join(".")}`] : [`problem:${code}`];
  for (const key of keys) {
    const text = t(key, { defaultValue: "" });
    if (text !== "") return text;
  }
  return message;
}

/** What is wrong with a field: the translation where the server names one, else its own words. */
export function fieldText({ fields, reasons }: Pick<ApiProblem, "fields" | "reasons">, field: string, t: Translate) {
  const reason = reasons[field];
  const message = fields[field] ?? "";
  return reason ? t(reason.text, { ...reason.values, defaultValue: message }) : message;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function reasonsOf(value: unknown): Problem["reasons"] {
  if (!isRecord(value)) return undefined;
  const isReason = (one: unknown) => isRecord(one) && typeof one.text === "string" && isRecord(one.values);
  return Object.fromEntries(Object.entries(value).filter(([, one]) => isReason(one))) as Problem["reasons"];
}

function textFields(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([field, text]) => [field, String(text)]));
}
