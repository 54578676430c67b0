// Formik validation by the contract's own rules: errors keyed by field, in words. The checker arrives when the first form is used.
import type { TSchema } from "typebox/type";
import { t } from "../i18n/setup.ts";

export type FieldErrors = Record<string, string>;

let checker: typeof import("./schemaErrors.ts") | undefined;

/**
 * A Formik `validate` function from a schema. `messages` says a field's error in better words than the general ones.
 * @example
 * <Formik validate={validateWith(ProfileDraft)} …>
 */
export function validateWith(
  schema: TSchema,
  messages: Record<string, string> = {},
): (values: unknown) => Promise<FieldErrors> {
  return async (values) => {
    // Once it is here nobody waits: an import takes a turn of the page even then, in which keys are pressed.
    checker ??= await import("./schemaErrors.ts");
    const { schemaErrors } = checker;
    const errors: FieldErrors = {};
    for (const { field, rule, params } of schemaErrors(schema, withoutBlanks(values))) {
      errors[field] ??= messages[field] ?? ruleText(rule, params);
    }
    return errors;
  };
}

/** An empty input says nothing: an optional field is left out, a required one is missing. */
function withoutBlanks(values: unknown): unknown {
  if (typeof values !== "object" || values === null || Array.isArray(values)) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== undefined));
}

function ruleText(rule: string, params: Record<string, unknown>): string {
  const fallback = t("problem:field.invalid");
  return t(`problem:field.${rule}`, { ...params, defaultValue: fallback });
}
