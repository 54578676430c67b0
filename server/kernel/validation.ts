// One validator for bodies, queries and parameters: nothing is stripped, and only text from an address is coerced.
import { Ajv, type ErrorObject } from "ajv";
import formatsModule from "ajv-formats";
import type { FastifyInstance } from "fastify";
import { problem } from "./problem.ts";

// The package's default export is wrapped once more under ESM.
const addFormats = formatsModule as unknown as typeof formatsModule.default;

/** An ajv that knows the formats and forgives nothing. */
export function strictAjv(options: { coerceTypes?: boolean } = {}): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, ...options });
  addFormats(ajv);
  return ajv;
}

/** Makes the server validate with it and answer `invalid` with the fields. */
export function useValidation(server: FastifyInstance): void {
  const body = strictAjv();
  const address = strictAjv({ coerceTypes: true });
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const check = (httpPart === "body" ? body : address).compile(schema as object);
    return (value: unknown) => {
      if (check(value)) return { value };
      return {
        error: problem("invalid", { message: sentence(check.errors, httpPart), fields: fieldsOf(check.errors) }),
      };
    };
  });
}

function fieldsOf(errors: readonly ErrorObject[] | null | undefined): Record<string, string> {
  return Object.fromEntries((errors ?? []).map((error) => [fieldOf(error), error.message ?? "is not valid"]));
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const inside = instancePath.slice(1).replaceAll("/", ".");
  const named =
    keyword === "required"
      ? params["missingProperty"]
      : keyword === "additionalProperties"
        ? params["additionalProperty"]
        : "";
  return [inside, named].filter(Boolean).join(".") || "body";
}

const PARTS: Record<string, string> = { params: "address", querystring: "query", headers: "header" };

function sentence(errors: readonly ErrorObject[] | null | undefined, httpPart = "body"): string {
  const part = PARTS[httpPart] ?? httpPart;
  const [first] = errors ?? [];
  if (!first) return "The request is not valid";
  if (first.keyword === "additionalProperties") return `The ${part} has an unknown field "${fieldOf(first)}"`;
  return `The ${part} is not valid: ${fieldOf(first)} ${first.message ?? "is not valid"}`;
}
