// Numbers and times in the person's language; management pages show times in the event's zone and say so.
import { momentFormat } from "#schemas/moments.ts";
import { languageTag, t } from "./setup.ts";

/** To make one takes a hundred times as long as to use it, and lists format every cell. */
const formatters = new Map<string, Pick<Intl.DateTimeFormat, "format">>();

/** A whole or decimal number with the language's separators. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(languageTag(), options).format(value);
}

/** The zone of the clocks that the reader's own times are shown on. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A day, for example 31 Jan 2026; in the given zone, else the reader's. */
export function formatDate(instant: string | Date, timeZone?: string): string {
  return format(instant, { dateStyle: "medium" }, timeZone);
}

/** A calendar date (`YYYY-MM-DD`) as it stands beside others, for example 31 Jan; with its year where asked. */
export function formatDay(date: string, withYear = false): string {
  const parts: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "short",
    ...(withYear ? { year: "numeric" } : {}),
  };
  return format(`${date}T00:00:00Z`, parts, "UTC");
}

/** How many there are; of an estimate it is said that it is one. */
export function aboutSo(count: number, isAbout: boolean | undefined): string {
  const number = formatNumber(count);
  return isAbout ? t("grid:status.about", { number }) : number;
}

/** Day and time with its zone, for example 31 Jan 2026, 09:00 CET. */
export function formatDateTime(instant: string | Date, timeZone?: string): string {
  const parts: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  };
  return format(instant, { ...parts, timeZoneName: "short" }, timeZone);
}

/** The same on the reader's own clocks, where they show another time than those of the zone. */
export function ownDateTime(instant: string | Date, timeZone: string): string | undefined {
  const parts: Intl.DateTimeFormatOptions = { dateStyle: "short", timeStyle: "short" };
  return format(instant, parts) === format(instant, parts, timeZone) ? undefined : formatDateTime(instant);
}

/** The time of day alone, for example 09:00. */
export function formatTime(instant: string | Date, timeZone?: string): string {
  return format(instant, { hour: "2-digit", minute: "2-digit" }, timeZone);
}

/** A language in its own words. */
export function languageName(locale: string): string {
  return new Intl.DisplayNames([languageTag(locale)], { type: "language" }).of(languageTag(locale)) ?? locale;
}

function format(instant: string | Date, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  const date = typeof instant === "string" ? new Date(instant) : instant;
  if (Number.isNaN(date.getTime())) return "";
  const language = languageTag();
  const key = `${language} ${timeZone} ${Object.values(options).join()}`;
  const made = formatters.get(key) ?? formatterOf(language, { ...options, ...(timeZone ? { timeZone } : {}) });
  formatters.set(key, made);
  return made.format(date);
}

function formatterOf(language: string, options: Intl.DateTimeFormatOptions): Pick<Intl.DateTimeFormat, "format"> {
  return options.timeZoneName ? momentFormat(language, options) : new Intl.DateTimeFormat(language, options);
}
