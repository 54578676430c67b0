// How the server tells changes to a reader: as the browser does, in the same words and on the same clocks.
import { isCountryCode } from "#schemas/countries.ts";
import { type Field, fileName, hasOptions, optionNames } from "#schemas/fields.ts";
import { momentFormat } from "#schemas/moments.ts";
import type { Say, Speech } from "../contract/words.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function speechIn(locale: string, zone: string, say: Say, fields: readonly Field[]): Speech {
  const tag = tagOf(locale);
  const numbers = new Intl.NumberFormat(tag);
  const countries = new Intl.DisplayNames(tag, { type: "region" });
  const lists = new Intl.ListFormat(tag, { type: "unit" });
  const days = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" });
  const moments = momentFormat(tag, {
    ...{ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
    timeZone: zone,
  });
  const moment = (instant: string) => moments.format(new Date(instant));
  const country = (code: string) => (isCountryCode(code) ? (countries.of(code) ?? code) : code);
  const answer = (field: Field | undefined, value: unknown): string => {
    if (value === undefined || value === null || value === "") return "";
    if (field?.kind === "file") return fileName(value);
    if (field && hasOptions(field)) return optionNames(field, [value].flat(), locale);
    if (field?.kind === "date" && DAY.test(String(value))) return days.format(new Date(`${value}T00:00:00Z`));
    if (field?.kind === "datetime" && !Number.isNaN(Date.parse(String(value)))) return moment(String(value));
    if (field?.kind === "country") return country(String(value));
    if (typeof value === "boolean") return say(value ? "common:answer.yes" : "common:answer.no");
    if (typeof value === "number") return numbers.format(value);
    return Array.isArray(value) ? value.join(", ") : String(value);
  };
  return {
    ...{ locale, say, moment, country, answer, fields },
    number: (value) => numbers.format(value),
    language: (of) => new Intl.DisplayNames([tagOf(of)], { type: "language" }).of(tagOf(of)) ?? of,
    list: (texts) => lists.format(texts),
  };
}

/** The language as Intl knows it; English where it does not. */
function tagOf(locale: string): string {
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    return "en-GB";
  }
}
