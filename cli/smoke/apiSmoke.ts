// `lanyard api smoke`: asks every endpoint what the token may ask, and compares the answers with what role and permissions promise.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import type { Finding } from "#schemas/core.ts";
import { EXIT, type ExitCode, Failure, type Outcome, type SmokedEndpoint } from "../outcome.ts";
import { type Answer, type Ask, client, type Question } from "./ask.ts";
import { replyChecker } from "./contract.ts";
import { type Harmless, harmless, NO_SUCH_ID, nowhereOf } from "./harmless.ts";
import { matches, neededOf, type Operation, operationsOf, queryOf, sampleOf } from "./operations.ts";
import { dataOf, type Standing, standingOf } from "./token.ts";

export interface SmokeOptions {
  baseUrl: string;
  token: string;
  app?: number | undefined;
  event?: number | undefined;
  only?: string | undefined;
  concurrency: number;
  unsafe?: boolean | undefined;
  /** A file of certificates to be trusted besides Node's own. */
  ca?: string | undefined;
}

const REFUSALS_THAT_END = 3;

interface Run {
  ask: Ask;
  standing: Standing;
  operations: Operation[];
  check: (schema: Operation["reply"], value: unknown) => string | undefined;
  ids: Map<string, Promise<number | undefined>>;
  refusals: number;
  ended: boolean;
}

export async function apiSmoke(options: SmokeOptions): Promise<Outcome> {
  const ask = client(options.baseUrl, options.ca);
  const all = await readOperations(ask);
  const standing = await standingOf(ask, options.token, options);
  const run: Run = { ask, standing, operations: all, check: replyChecker(), ids: new Map(), refusals: 0, ended: false };
  const chosen = all.filter((operation) => options.only === undefined || matches(options.only, operation));
  const protectedOnes = chosen.filter((operation) => operation.access !== "public");
  const skipped: Skipped[] = [];
  const work = [
    ...chosen.flatMap((operation) => {
      if (operation.safe) return [() => askOne(run, operation)];
      if (!options.unsafe) return [];
      const question = harmless(operation, run.check);
      if (typeof question !== "string") return [() => askToWrite(run, operation, question)];
      skipped.push({ method: operation.method, path: operation.path, reason: question });
      return [];
    }),
    ...protectedOnes.map((operation) => () => askBare(run, operation)),
  ];
  const results = await inParallel(work, options.concurrency, () => run.ended);
  return outcomeOf(results, run, skipped);
}

async function readOperations(ask: Ask): Promise<Operation[]> {
  const answer = await ask({ method: "GET", path: "/openapi.json" });
  if (answer.status === 0) throw new Failure(`Nothing could be reached: ${answer.fault}`, EXIT.unreachable);
  try {
    const operations = operationsOf(JSON.parse(answer.text) as Record<string, unknown>);
    if (operations.length > 0) return operations;
  } catch {
    throw new Failure(`/openapi.json answered ${answer.status} and is not JSON: is this the address of the API?`);
  }
  throw new Failure(`/openapi.json answered ${answer.status} and describes no endpoint.`);
}

interface Result extends SmokedEndpoint {
  why?: string | undefined;
}

/** An endpoint that was not asked with the token. */
interface Skipped {
  method: string;
  path: string;
  reason: string;
}

function mayAsk({ standing }: Run, { access }: Operation): boolean {
  const facts = { accessRole: standing.role, permissions: standing.permissions };
  return access === "public" || isAllowed(accessCondition(access), facts) === true;
}

function headersFor({ standing }: Run, operation: Operation): Record<string, string> {
  if (operation.access === "public") return {};
  return operation.appLevel ? standing.application : standing.dashboard;
}

/** Asks with the token, as somebody who works there would. */
async function askOne(run: Run, operation: Operation): Promise<Result> {
  const allowed = mayAsk(run, operation);
  const filled = await fill(run, operation);
  const expected = !allowed ? 403 : filled.unknown === "userId" ? 401 : filled.unknown ? 404 : operation.success;
  const body = operation.bodySchema ? sampleOf(operation.bodySchema) : undefined;
  const { path, query } = filled;
  const answer = await run.ask({ method: operation.method, path, query, headers: headersFor(run, operation), body });
  noteRefusal(run, operation, answer, expected);
  const { fault, why } = judge(
    run,
    operation,
    answer,
    expected,
    filled.unknown !== undefined || operation.access === "public" || asksForIds(operation),
  );
  return resultOf(operation, answer, expected, fault, why);
}

/** Asks to write, with the token, in a way that carries nothing out. */
async function askToWrite(run: Run, operation: Operation, question: Harmless): Promise<Result> {
  const { path, query, body, refused } = question;
  const expected = !mayAsk(run, operation) ? 403 : refused ? 400 : 404;
  const answer = await run.ask({ method: operation.method, path, query, headers: headersFor(run, operation), body });
  noteRefusal(run, operation, answer, expected);
  const { fault, why } = judge(run, operation, answer, expected, true);
  return fault === "ok" && refused && answer.status < 400
    ? resultOf(operation, answer, expected, "contract", "it took a body that its contract refuses")
    : resultOf(operation, answer, expected, fault, why);
}

function resultOf(
  operation: Operation,
  answer: Answer,
  expected: number,
  fault: Result["class"],
  why: string | undefined,
): Result {
  const { method, path } = operation;
  return { method, path, status: answer.status, expected, ms: round(answer.ms), ok: fault === "ok", class: fault, why };
}

/** Asks without any token: a protected endpoint must refuse. Where one that writes did not, still nothing would be carried out. */
async function askBare(run: Run, operation: Operation): Promise<Result> {
  const answer = await run.ask({ method: operation.method, ...bareQuestion(run, operation) });
  const fault =
    answer.status === 0 ? "network" : answer.status === 401 ? "ok" : answer.status < 400 ? "unexpected-allow" : "api";
  const why =
    fault === "ok" ? undefined : (answer.fault ?? `without a token it answered ${answer.status} instead of 401`);
  return resultOf(operation, answer, 401, fault, why);
}

function bareQuestion(run: Run, operation: Operation): Omit<Question, "method"> {
  const [path, query] = [nowhereOf(operation), queryOf(operation)];
  if (operation.safe) return { path, query, body: operation.bodySchema && sampleOf(operation.bodySchema) };
  const question = harmless(operation, run.check);
  // Who asks is found out before the body is read, so a body that cannot be read stops only whom nobody stopped before.
  return typeof question === "string" ? { path, query, text: "{" } : question;
}

function noteRefusal(run: Run, operation: Operation, answer: Answer, expected: number): void {
  if (operation.access === "public" || expected === 401) return;
  run.refusals = answer.status === 401 ? run.refusals + 1 : 0;
  if (run.refusals >= REFUSALS_THAT_END) run.ended = true;
}

/** Whose fault an answer is. Where a made-up id or body was sent, any refusal of the id or the body is as good. */
function judge(
  run: Run,
  operation: Operation,
  answer: Answer,
  expected: number,
  madeUp: boolean,
): { fault: Result["class"]; why?: string | undefined } {
  const { status } = answer;
  if (status === 0) return { fault: "network", why: answer.fault };
  if (status >= 500) return { fault: "api", why: `it answered ${status}` };
  if (status === 401 && expected !== 401 && !(madeUp && operation.access === "public"))
    return { fault: "token", why: "the token is refused" };
  if (expected === 403) {
    if (status === 403) return { fault: "ok" };
    return status < 300
      ? { fault: "unexpected-allow", why: "role and permissions promise a refusal" }
      : { fault: "api", why: `it answered ${status} where 403 is promised` };
  }
  // An API token may do less than its owner; the refusal says so.
  if (status === 403 && codeOf(answer) === "token_scope") return { fault: "ok" };
  if (status === 403 && !(madeUp && operation.access === "public"))
    return { fault: "unexpected-deny", why: "role and permissions promise an answer" };
  if (madeUp && status >= 400) return { fault: "ok" };
  if (status !== expected && !(madeUp && status < 300)) return { fault: "api", why: `it answered ${status}` };
  const why = operation.reply && status === operation.success ? run.check(operation.reply, parsed(answer)) : undefined;
  return why === undefined ? { fault: "ok" } : { fault: "contract", why };
}

function codeOf(answer: Parameters<typeof parsed>[0]): unknown {
  return (parsed(answer) as { error?: { code?: unknown } } | undefined)?.error?.code;
}

function parsed(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** The address with real ids, and the first parameter for which there is none. */
async function fill(
  run: Run,
  operation: Operation,
): Promise<{ path: string; query: Record<string, string>; unknown: string | undefined }> {
  let path = operation.path;
  let unknown: string | undefined;
  for (const name of [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)) {
    const id = await idFor(run, name, path);
    unknown ??= id === undefined ? name : undefined;
    path = path.replace(`{${name}}`, encodeURIComponent(String(id ?? sampleId(operation, name))));
  }
  return { path, query: queryOf(operation), unknown };
}

function sampleId(operation: Operation, name: string): unknown {
  const schema = operation.parameters.find((parameter) => parameter.name === name)?.schema;
  return schema?.type === "integer" || schema?.type === undefined ? NO_SUCH_ID : sampleOf(schema);
}

/** Whether the query has to name something by its id: no list says which there are. */
function asksForIds(operation: Operation): boolean {
  return neededOf(operation).some(({ schema }) => schema.type === "integer" && schema.minimum === 1);
}

/** A real id: of the app, of the event, or of the first row that the list at the same address shows. */
function idFor(run: Run, name: string, path: string): Promise<number | undefined> {
  if (name === "appId") return Promise.resolve(run.standing.appId);
  if (name === "eventId") return Promise.resolve(run.standing.eventId);
  const listPath = path.slice(0, path.indexOf(`/{${name}}`));
  const key = `${name} ${listPath}`;
  const before = run.ids.get(key);
  if (before) return before;
  const found = firstId(run, listPath);
  run.ids.set(key, found);
  return found;
}

async function firstId(run: Run, path: string): Promise<number | undefined> {
  const shape = (text: string) =>
    text.replace(/\{\w+\}|\/\d+(?=\/|$)/g, (found) => (found.startsWith("/") ? "/#" : "#"));
  const list = run.operations.find((operation) => operation.method === "GET" && shape(operation.path) === shape(path));
  if (!list) return undefined;
  const headers = list.appLevel ? run.standing.application : run.standing.dashboard;
  const answer = await run.ask({ method: "GET", path, query: queryOf(list), headers });
  const data = answer.status === 200 ? dataOf(answer) : undefined;
  const rows = Array.isArray(data) ? data : ((data as { rows?: unknown[] } | undefined)?.rows ?? []);
  const id = (rows[0] as { id?: unknown } | undefined)?.id;
  return typeof id === "number" ? id : undefined;
}

async function inParallel<T>(work: (() => Promise<T>)[], width: number, ended: () => boolean): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const progress = process.stderr.isTTY === true;
  const worker = async () => {
    while (next < work.length && !ended()) {
      const at = next++;
      results[at] = await (work[at] as () => Promise<T>)();
      if (progress) process.stderr.write(`\r${Math.min(next, work.length)} of ${work.length} `);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(width, work.length)) }, worker));
  if (progress) process.stderr.write("\r\u001b[K");
  return results.filter((result) => result !== undefined);
}

function outcomeOf(results: Result[], run: Run, skipped: Skipped[]): Outcome {
  const findings = results.filter((result) => !result.ok).map(findingOf);
  if (results.length === 0)
    findings.push({
      ...nowhere,
      rule: "lanyard/nothing-checked",
      message: "No endpoint was asked: --only matches none",
    });
  if (run.ended)
    findings.push({
      ...nowhere,
      rule: "api/token",
      message: `The token was refused ${REFUSALS_THAT_END} times in a row, so the rest was not asked`,
    });
  const endpoints = results.map(({ why, ...endpoint }) => endpoint);
  const latency = percentiles(endpoints.filter((endpoint) => endpoint.status > 0).map((endpoint) => endpoint.ms));
  const lines = [
    ...skipped.map(({ method, path, reason }) => `Not asked with the token: ${method} ${path}: ${reason}`),
    `p50 ${latency.p50} ms, p95 ${latency.p95} ms, p99 ${latency.p99} ms, slowest ${latency.max} ms`,
  ];
  return {
    command: "api smoke",
    checked: results.length,
    findings,
    endpoints,
    exit: exitOf(results, run),
    lines,
    extra: { latency, ...(skipped.length > 0 ? { skipped } : {}) },
  };
}

const nowhere: Finding = { rule: "", severity: "error", message: "", file: "", line: 1, column: 1, pointer: "" };

function findingOf(result: Result): Finding {
  const message = `${result.method} ${result.path}: ${result.why ?? `answered ${result.status}, expected ${result.expected}`}`;
  return {
    ...nowhere,
    rule: `api/${result.class}`,
    message,
    pointer: `/paths/${result.path.replace(/~/g, "~0").replace(/\//g, "~1")}/${result.method.toLowerCase()}`,
  };
}

function exitOf(results: Result[], run: Run): ExitCode {
  if (run.ended) return EXIT.refused;
  if (results.length > 0 && results.every((result) => result.class === "network")) return EXIT.unreachable;
  if (results.length > 0 && results.some((result) => result.class === "token")) return EXIT.refused;
  return results.length > 0 && results.every((result) => result.ok) ? EXIT.clean : EXIT.findings;
}

function percentiles(times: number[]): { p50: number; p95: number; p99: number; max: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
