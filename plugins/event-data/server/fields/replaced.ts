// What becomes of an answer whose option goes. Pure.
import type { Field } from "#schemas/fields.ts";

/** The answer without an option, or with another in its place; in the order of the options. */
export function replaced(field: Field, answer: unknown, option: string, into: string | undefined): unknown {
  if (!Array.isArray(answer)) return answer === option ? into : answer;
  const keys = new Set(answer.map((key) => (key === option ? into : key)));
  const known = field.options.map(({ key }) => key).filter((key) => keys.has(key));
  const loose = [...keys].filter((key) => key !== undefined && !known.includes(key));
  return known.length + loose.length > 0 ? [...known, ...loose] : undefined;
}
