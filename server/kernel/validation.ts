// One validator for bodies, queries and parameters: nothing is stripped, and only text from an address is coerced.
import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import { Ajv, type ErrorObject, type Options } from "ajv";
import formatsModule from "ajv-formats";
import type { FastifyInstance } from "fastify";
import { isWhole } from "#schemas/plainText.ts";
import { leanShape } from "./leanShape.ts";
import { once } from "./once.ts";
import { problem } from "./problem.ts";

// The package's default export is wrapped once more under ESM.
const addFormats = formatsModule as unknown as typeof formatsModule.default;

/**
 * An ajv that knows the formats and forgives nothing. That our shapes are JSON Schema is a matter of the tests: the code which
 * checks it takes longer to make than that of any shape, and whoever logs in first would wait for it. Nor is the code of shapes
 * made shorter: that takes two thirds of the making, in which nobody else is answered, and V8 does the same to what is much used.
 */
export function strictAjv(options: Pick<Options, "coerceTypes" | "allErrors" | "validateSchema"> = {}): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false, code: { optimize: false }, ...options });
  addFormats(ajv);
  for (const format of ["date", "date-time"]) {
    const { validate } = ajv.formats[format] as { validate: (text: string) => boolean };
    ajv.addFormat(format, (text: string) => validate(text) && isOfOurTime(text));
  }
  return ajv;
}

/** From 1900 to 2199: zones of other times are not those of today, and what is reckoned from them may have no four-digit year. */
function isOfOurTime(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1900 && year < 2200;
}

/** The largest number that a row can have in both databases. */
const LARGEST_ID = 2 ** 31 - 1;
/** U+0000 as JSON writes it, unless the backslash is itself written. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;
const NO_NUL = "A text may not contain the character U+0000";
/** What may be half of a sign as JSON writes it; whether it stands alone shows once it has been read. */
const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;
const NO_HALF = "A text may not contain half of a sign, as by an escape from \\ud800 to \\udfff that stands alone";

/** What finds one error, and what finds all; in a body nothing is coerced. An ajv remembers the code of each shape. */
const quick = { body: strictAjv({ allErrors: false }), address: strictAjv({ allErrors: false, coerceTypes: true }) };
const whole = { body: strictAjv(), address: strictAjv({ coerceTypes: true }) };

/**
 * Makes the server validate with it and answer `invalid` with the fields. A shape becomes code when it is first asked for: of
 * some hundred endpoints that takes longer than all the rest of a start.
 */
export function useValidation(server: FastifyInstance): void {
  refuseWhatIsNoText(server);
  serializeWhenAsked(server);
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const part = httpPart === "body" ? "body" : "address";
    const check = once(() => quick[part].compile(schema as object));
    // A form wants every error; looking for all of them in what a stranger made large would take seconds.
    const all = once(() => whole[part].compile(schema as object));
    return (value: unknown) => {
      if (check()(value))
        return httpPart === "params" && namesNoRow(value) ? { error: problem("not_found") } : { value };
      const errors = isSmall(value) && !all()(value) ? all().errors : check().errors;
      const detail = { fields: fieldsOf(errors), reasons: reasonsOf(errors) };
      return { error: problem("invalid", { message: sentence(errors, httpPart), ...detail }) };
    };
  });
}

type Serialize = (reply: unknown) => string;
const compileSerializer = SerializerSelector()({}, {});
const serializers = new WeakMap<object, Serialize>();

function serializeWhenAsked(server: FastifyInstance): void {
  server.setSerializerCompiler((route) => (reply: unknown) => {
    const shape = route.schema as object;
    const known =
      serializers.get(shape) ??
      compileSerializer({ ...route, schema: leanShape(shape), httpStatus: route.httpStatus ?? "" });
    serializers.set(shape, known);
    return known(reply);
  });
}

/** Values in a body that are looked through for every error. */
const FEW = 2000;

/** Whether there are few values in a value. Never looks at more than that many, however it is nested. */
function isSmall(value: unknown): boolean {
  const left: unknown[] = [value];
  for (let seen = 0; left.length > 0; seen++) {
    const one = left.pop();
    if (seen > FEW || left.length > FEW || ArrayBuffer.isView(one)) return false;
    if (typeof one !== "object" || one === null) continue;
    if (Array.isArray(one) && one.length > FEW) return false;
    for (const key in one) left.push((one as Record<string, unknown>)[key]);
  }
  return true;
}

function namesNoRow(params: unknown): boolean {
  return Object.values(params as Record<string, unknown>).some((id) => typeof id === "number" && id > LARGEST_ID);
}

/**
 * PostgreSQL cannot keep U+0000 in a text, and what one database takes the other must take as well. Half a sign is kept as another
 * sign by both, or as an escape that PostgreSQL cannot read again.
 */
function refuseWhatIsNoText(server: FastifyInstance): void {
  const refused = (message: string) => problem("invalid", { message });
  server.addHook("onRequest", async ({ url }) => {
    if (url.includes("%00")) throw refused(NO_NUL);
  });
  const parse = server.getDefaultJsonParser("error", "error");
  server.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (ESCAPED_NUL.test(text)) done(refused(NO_NUL));
    else if (!ESCAPED_HALF.test(text)) parse(request, text, done);
    else parse(request, text, (error, body) => done(error ?? (hasHalf(body) ? refused(NO_HALF) : null), body));
  });
}

/** Whether a text anywhere in a value, or the name of a field, is not whole. */
function hasHalf(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "string" && !isWhole(one)) return true;
    if (typeof one !== "object" || one === null) continue;
    if (!Array.isArray(one) && !Object.keys(one).every(isWhole)) return true;
    for (const part of Object.values(one)) left.push(part);
  }
  return false;
}

/** Fields that one problem names at most, and signs of a name that are said: both may be a stranger's. */
const MOST_FIELDS = 50;
const MOST_SIGNS = 200;

function fieldsOf(errors: readonly ErrorObject[] | null | undefined): Record<string, string> {
  return Object.fromEntries(
    (errors ?? []).slice(0, MOST_FIELDS).map((error) => [fieldOf(error), error.message ?? "is not valid"]),
  );
}

/** The same by the texts that forms say, so that it is read in the language of whoever asked. */
function reasonsOf(errors: readonly ErrorObject[] | null | undefined) {
  return Object.fromEntries(
    (errors ?? []).slice(0, MOST_FIELDS).map((error) => {
      const { limit } = error.params as { limit?: number };
      const values: Record<string, number> = typeof limit === "number" ? { limit } : {};
      return [fieldOf(error), { text: `problem:field.${ruleOf(error)}`, values }];
    }),
  );
}

const RULES = new Set(
  "additionalProperties enum exclusiveMaximum exclusiveMinimum maxItems maxLength maximum minItems minLength minimum pattern required type".split(
    " ",
  ),
);
const FORMATS = new Set(["date", "date-time", "email", "uri"]);

function ruleOf(error: ErrorObject): string {
  const { keyword, params } = error;
  // Addresses have a pattern of ours.
  if (keyword === "pattern" && /(^|[._])email$/.test(fieldOf(error))) return "email";
  if (keyword === "format") return FORMATS.has(params["format"]) ? params["format"] : "invalid";
  return RULES.has(keyword) ? keyword : "invalid";
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const inside = instancePath.slice(1).replaceAll("/", ".");
  const named =
    keyword === "required"
      ? params["missingProperty"]
      : keyword === "additionalProperties"
        ? params["additionalProperty"]
        : "";
  const name = [inside, named].filter(Boolean).join(".") || "body";
  return name.length > MOST_SIGNS ? `${name.slice(0, MOST_SIGNS)}…` : name;
}

const PARTS: Record<string, string> = { params: "address", querystring: "query", headers: "header" };

function sentence(errors: readonly ErrorObject[] | null | undefined, httpPart = "body"): string {
  const part = PARTS[httpPart] ?? httpPart;
  const [first] = errors ?? [];
  if (!first) return "The request is not valid";
  if (first.keyword === "additionalProperties") return `The ${part} has an unknown field "${fieldOf(first)}"`;
  return `The ${part} is not valid: ${fieldOf(first)} ${first.message ?? "is not valid"}`;
}
