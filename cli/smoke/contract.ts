// Whether a reply has the shape that the description promises.
import { Ajv } from "ajv";
import addFormatsModule from "ajv-formats";

// Its types speak of a module object; bundled it may be the function itself.
const addFormats = ((addFormatsModule as { default?: unknown }).default ?? addFormatsModule) as (ajv: Ajv) => void;

/** A checker that compiles each shape once. It answers what is wrong, or nothing. */
export function replyChecker(): (schema: Record<string, unknown> | undefined, value: unknown) => string | undefined {
  const ajv = new Ajv({ strict: false, allErrors: false });
  addFormats(ajv);
  const compiled = new WeakMap<object, ReturnType<Ajv["compile"]>>();
  return (schema, value) => {
    if (!schema) return undefined;
    if (value === undefined) return "the reply is not JSON";
    let check = compiled.get(schema);
    try {
      check ??= ajv.compile(schema);
    } catch (error) {
      return `its contract is no JSON Schema: ${error instanceof Error ? error.message : error}`;
    }
    compiled.set(schema, check);
    if (check(value)) return undefined;
    const [error] = check.errors ?? [];
    return `the reply breaks its contract: ${error?.instancePath || "/"} ${error?.message}`;
  };
}
