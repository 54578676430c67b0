// Answers in a form and in words.
import { checkValues, type Judging } from "#schemas/answers/check.ts";
import { type Field, fileName, hasOptions, optionNames } from "#schemas/fields.ts";
import { countryName } from "../i18n/countries.ts";
import { formatDate, formatDateTime, formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { withUnreadable } from "./unreadableErrors.ts";

/** What is wrong with answers, by their place in the form: the very rules of the server. For a form's `check`. */
export function answerErrors(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  judging: Judging,
): Record<string, unknown> {
  // Only the server knows which files were sent.
  const { problems } = checkValues(fields, values, { ...judging, files: { has: () => true } });
  const errors = problems.map(({ key, code, params }) => [key, t(`common:answer.${code}`, { ...params })]);
  const told = withUnreadable(Object.fromEntries(errors), values);
  return Object.keys(told).length > 0 ? { fields: told } : {};
}

/** An answer in words: names of options and countries, dates and numbers as the reader writes them. */
export function answerText(field: Field | undefined, value: unknown, timeZone?: string): string {
  if (value === undefined || value === null || value === "") return "";
  if (field?.kind === "file") return fileName(value);
  if (field && hasOptions(field)) return optionNames(field, [value].flat(), currentLocale());
  if (field?.kind === "date" && /^\d{4}-\d{2}-\d{2}$/.test(String(value)))
    return formatDate(`${value}T00:00:00Z`, "UTC");
  if (field?.kind === "datetime" && !Number.isNaN(Date.parse(String(value))))
    return formatDateTime(String(value), timeZone);
  if (field?.kind === "country") return countryName(String(value));
  if (typeof value === "boolean") return t(value ? "common:answer.yes" : "common:answer.no");
  if (typeof value === "number") return formatNumber(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}
