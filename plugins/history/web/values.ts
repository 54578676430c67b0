// Values as the history tells them: words of the screen for what has some, in the reader's language.
import type { Field } from "#schemas/fields.ts";
import { LOCALES, ROLES } from "#schemas/scalars.ts";
import {
  answerText,
  countryName,
  currentLocale,
  formatDateTime,
  formatNumber,
  languageName,
  languageTag,
  roleText,
  t,
} from "#web";
import { fieldName } from "./words.ts";

/** What the reader's app and event call what values stand for. */
export interface Known {
  zone: string;
  /** The event's own fields; none of another event. */
  fields: readonly Field[];
  types: readonly { id: number; type: string }[];
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const WORD = /^[a-zA-Z0-9][\w-]{0,30}$/;
const ROLE_FIELDS = new Set(["role_id", "edit_role", "see_role", "admit_role_id"]);
const OWN = "fields.";
/** Lines that were erased together may be thousands. */
const SHOWN = 20;

/** A value in one line or, for what has parts, one line for each. */
export function valueText(field: string, value: unknown, known: Known): string {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  if (value === null || value === undefined || value === "" || isEmpty) return t("history:value.empty");
  if (field.startsWith(OWN)) return ownText(field.slice(OWN.length), value, known);
  if (Array.isArray(value)) return listText(field, value, known);
  if (typeof value === "object") return partsText(field, value as Record<string, unknown>, known);
  if (typeof value === "boolean") return t(value ? "history:value.yes" : "history:value.no");
  return typeof value === "number" ? numberText(field, value, known) : stringText(field, String(value), known);
}

function ownText(key: string, value: unknown, { fields, zone }: Known): string {
  return answerText(
    fields.find((one) => one.key === key),
    value,
    zone,
  );
}

/** The word that the screen has for a value of a closed set. */
function wordOf(field: string, value: string | number): string | undefined {
  return t(`history:value.${field}.${value}`, { defaultValue: "" }) || undefined;
}

function numberText(field: string, value: number, { types }: Known): string {
  if (field === "type_id" || field === "type_ids") {
    const type = types.find(({ id }) => id === value);
    if (type) return type.type;
  }
  const role = ROLE_FIELDS.has(field) && ROLES.find(({ id }) => id === value);
  if (role) return roleText(role);
  // A number by which something is known is written as such.
  const isId = /(^|_)ids?$|^lines$/.test(field);
  return wordOf(field, value) ?? (isId ? String(value) : formatNumber(value));
}

function stringText(field: string, value: string, { zone }: Known): string {
  if (INSTANT.test(value)) return formatDateTime(value, zone);
  if (field === "country") return countryName(value);
  return (WORD.test(value) && wordOf(field, value)) || value;
}

function listText(field: string, values: readonly unknown[], known: Known): string {
  const texts = values.map((value) => valueText(field, value, known));
  if (values.some((value) => typeof value === "object" && value !== null)) return texts.join("\n\n");
  if (texts.length > SHOWN) {
    const more = formatNumber(texts.length - SHOWN);
    return t("history:value.more", { some: texts.slice(0, SHOWN).join(", "), number: more });
  }
  return new Intl.ListFormat(languageTag(currentLocale()), { type: "unit" }).format(texts);
}

/** Each part with its name: of texts their language, of answers their question. */
function partsText(field: string, parts: Record<string, unknown>, known: Known): string {
  return Object.entries(parts)
    .map(([key, value]) => {
      const inner = field === "fields" ? `${OWN}${key}` : key;
      const text = valueText(inner, value, known);
      return `${partName(inner, known)}: ${text.includes("\n") ? `\n${text.replaceAll(/^/gm, "  ")}` : text}`;
    })
    .join("\n");
}

function partName(key: string, { fields }: Known): string {
  if ((LOCALES as readonly string[]).includes(key)) return languageName(key);
  return key.startsWith(OWN) ? fieldName(key, fields) : fieldName(key, []);
}
