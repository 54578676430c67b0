// What a form is compared with: its values as they are stored. They change with each save and when somebody else saves, and what
// was typed meanwhile stays on top of them.
import type { FormikProps, FormikValues } from "formik";

/** Whether two values read the same. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An input that was filled and emptied again holds an empty text where nothing was stored. */
function isAsBefore(value: unknown, before: unknown): boolean {
  return same(value ?? "", before ?? "");
}

/** Typed values on other ground: what was changed since `from` stays, all the rest is as in `to`. */
export function rebased<Value>(typed: Value, from: Value, to: Value): Value {
  if (isAsBefore(typed, from)) return to;
  if (!isRecord(typed) || !isRecord(from) || !isRecord(to)) return typed;
  const keys = new Set([...Object.keys(to), ...Object.keys(typed)]);
  const all = [...keys].map((key): [string, unknown] => [key, rebased(typed[key], from[key], to[key])]);
  return Object.fromEntries(all.filter(([key, value]) => value !== undefined || key in to)) as Value;
}

/** Whether something was typed, and something else stored in its place: of a record each value by itself, of a list the whole. */
export function isOvertaken(typed: unknown, from: unknown, to: unknown): boolean {
  if (isAsBefore(typed, from) || isAsBefore(to, from) || isAsBefore(typed, to)) return false;
  const [one, before, other] = [typed, from ?? {}, to ?? {}];
  if (!isRecord(one) || !isRecord(before) || !isRecord(other)) return true;
  return Object.keys({ ...before, ...one }).some((key) => isOvertaken(one[key], before[key], other[key]));
}

type Parts = "touched" | "isSubmitting" | "submitCount" | "values" | "resetForm" | "setTouched" | "setValues";

/** Puts a form on other ground. Formik's own reset would let go what was typed, and its errors would outlive a discard. */
export function rebase<Values extends FormikValues>(
  form: Pick<FormikProps<Values>, Parts>,
  from: Values,
  to: Values,
): void {
  const { touched, isSubmitting, submitCount } = form;
  const values = rebased(form.values, from, to);
  form.resetForm({ values: to, isSubmitting, submitCount });
  if (same(values, to)) return;
  void form.setTouched(touched, false);
  void form.setValues(values);
}
