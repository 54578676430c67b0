// History in words: actions, kinds of objects and values, as people read them.
import { formatDateTime, formatNumber, t } from "#web";

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** A name without a translation is shown as it is: areas bring their own words over time. */
export function actionName(action: string): string {
  return t(`history:action.${action}`, { defaultValue: action.replaceAll("_", " ") });
}

export function objectName(type: string): string {
  return t(`history:object.${type.replaceAll(".", "-")}`, { defaultValue: type.replaceAll(/[._-]/g, " ") });
}

/** What one data type may do with another, as the permissions of data types tell it. */
const PAIR = /^(.+ → .+): ([a-z]+)$/;
const LOOK = /^(.+): look$/;

export function fieldName(field: string): string {
  const [, pair, verb] = PAIR.exec(field) ?? [];
  if (pair) return `${pair}: ${t(`history:verb.${verb}`, { defaultValue: verb })}`;
  const [, type] = LOOK.exec(field) ?? [];
  if (type) return `${type}: ${t("history:field.look")}`;
  const plain = field.replace(/^fields\./, "").replaceAll("_", " ");
  return t(`history:field.${field.replaceAll(".", "-")}`, { defaultValue: plain });
}

/** Lines that were erased together may be thousands. */
const SHOWN = 20;
const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === "number");

/** A value of any kind in one line or, for what has parts, as JSON. */
export function valueText(value: unknown, zone: string): string {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  if (value === null || value === undefined || value === "" || isEmpty) return t("history:value.empty");
  if (typeof value === "string") return INSTANT.test(value) ? formatDateTime(value, zone) : value;
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "boolean") return t(value ? "history:value.yes" : "history:value.no");
  if (isNumbers(value)) {
    const some = value.slice(0, SHOWN).join(", ");
    const more = value.length - SHOWN;
    return more > 0 ? t("history:value.more", { some, number: formatNumber(more) }) : some;
  }
  return typeof value === "object" ? JSON.stringify(value, null, 1) : String(value);
}
