// How an endpoint that writes is asked so that nothing is carried out: with ids that nothing has, and a body that its contract refuses.
import { type Operation, queryOf, sampleOf } from "./operations.ts";

/** An id that no row has: what an endpoint is asked for when there is no real one. */
export const NO_SUCH_ID = 999_999_999;
/** Asking these would end the session that is asked with. */
const ENDS_SESSION = new Set(["logout"]);
/** No contract takes all of them; the first that one refuses is sent. */
const WRONG_BODIES = [[], {}, "no such body", 0];

type Check = (schema: Operation["reply"], value: unknown) => string | undefined;

/** What is sent. `refused` says that the contract refuses the body, so that an answer other than a refusal is a fault. */
export interface Harmless {
  path: string;
  query: Record<string, string>;
  body: unknown;
  refused: boolean;
}

/** The question that carries nothing out, or why there is none. */
export function harmless(operation: Operation, breaks: Check): Harmless | string {
  if (ENDS_SESSION.has(operation.name)) return "it would end the session that is asked with";
  const schema = operation.bodySchema;
  const body = schema && WRONG_BODIES.find((candidate) => breaks(schema, candidate) !== undefined);
  const refused = body !== undefined;
  if (!refused && !namesOneThing(operation))
    return "it takes no id that could be made up and no body that could be refused, so that asking would do it";
  return { path: nowhereOf(operation), query: queryOf(operation), body, refused };
}

/** The address with ids that nothing has. */
export function nowhereOf(operation: Operation): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(madeUp(operation, name)));
}

function madeUp(operation: Operation, name: string): string {
  const schema = schemaOf(operation, name);
  if (isFreeText(schema)) return "no-such-id".padEnd(Number(schema?.minLength ?? 0), "-");
  return isNumber(schema) ? String(NO_SUCH_ID) : String(sampleOf(schema));
}

/** Whether its address has an id that can be made up; a choice among known words cannot. */
function namesOneThing(operation: Operation): boolean {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  return names.some((name) => isNumber(schemaOf(operation, name)) || isFreeText(schemaOf(operation, name)));
}

function schemaOf({ parameters }: Operation, name: string): Record<string, unknown> | undefined {
  return parameters.find((parameter) => parameter.in === "path" && parameter.name === name)?.schema;
}

const isChoice = (schema: Record<string, unknown>) => ["enum", "const", "anyOf", "oneOf"].some((key) => key in schema);

function isNumber(schema: Record<string, unknown> | undefined): boolean {
  return schema?.type === undefined ? !schema || !isChoice(schema) : schema.type === "integer" && !isChoice(schema);
}

function isFreeText(schema: Record<string, unknown> | undefined): boolean {
  return schema?.type === "string" && !isChoice(schema);
}
