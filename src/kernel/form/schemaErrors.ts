// What is wrong with a value, field by field. Loaded lazily by validateWith: TypeBox's checker is heavy.
import type { TSchema } from "typebox/type";
import { Errors } from "typebox/value";
import "./formats.ts";

export interface SchemaError {
  field: string;
  rule: string;
  params: Record<string, unknown>;
}

/** The errors of a value against its schema, with the field's path in dots. */
export function schemaErrors(schema: TSchema, value: unknown): SchemaError[] {
  return Errors(schema, value).flatMap((error): SchemaError[] => {
    const at = error.instancePath.split("/").filter(Boolean);
    const params = error.params as Record<string, unknown>;
    if (error.keyword === "required") {
      const missing = (params.requiredProperties ?? []) as string[];
      return missing.map((name) => ({ field: [...at, name].join("."), rule: "required", params: {} }));
    }
    return [{ field: at.join("."), rule: error.keyword === "format" ? String(params.format) : error.keyword, params }];
  });
}
