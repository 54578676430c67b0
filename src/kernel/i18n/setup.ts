// The interface language: one i18next, the house's texts and all labels before anything is drawn, an area's texts with its screens.
import i18next from "i18next";
import { DEFAULT_LOCALE, LOCALES } from "#schemas/scalars.ts";
import type { Kept } from "../store/kept.ts";

const LANG = "lang";

/** Fetches a JSON file of the page's own origin. */
export type JsonSource = (path: string) => Promise<unknown>;

type Texts = Record<string, string>;

let source: JsonSource | undefined;
const loaded = new Map<string, Promise<void>>();
/** Of these, those that have come. */
const arrived = new Set<string>();

/** The saved language, else en-gb (specification §1). */
export function savedLocale(local: Kept): string {
  const saved = local.text(LANG)?.replace(/^"|"$/g, "").toLowerCase();
  return (LOCALES as readonly string[]).includes(saved ?? "") ? (saved as string) : DEFAULT_LOCALE;
}

/** Starts i18next with the texts that the frame needs. False when the texts could not be had. */
export async function startLanguage(locale: string, from: JsonSource): Promise<boolean> {
  source = from;
  loaded.clear();
  arrived.clear();
  await i18next.init({
    lng: locale,
    fallbackLng: DEFAULT_LOCALE,
    lowerCaseLng: true,
    keySeparator: false,
    defaultNS: "common",
    ns: [],
    resources: {},
    interpolation: { escapeValue: true, escape: filledIn as (value: string) => string, useRawValueToEscape: true },
    initAsync: false,
  });
  document.documentElement.lang = languageTag(locale);
  const hasCome = await loadShell(locale);
  document.documentElement.dir = direction();
  return hasCome;
}

const FROM_RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const amounts = new Map<string, Intl.NumberFormat>();

/**
 * A value for a sentence: a number with the language's separators, a name from right to left between marks, without which it would
 * draw what follows it to its other side.
 */
function filledIn(value: unknown): string {
  if (typeof value === "number") return amountFormat(languageTag()).format(value);
  const text = String(value ?? "");
  return FROM_RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

function amountFormat(language: string): Intl.NumberFormat {
  const known = amounts.get(language);
  if (known) return known;
  const made = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  amounts.set(language, made);
  return made;
}

/** Brings an area's texts; asked for by the route before its screen is drawn. */
export function loadTexts(namespace: string): Promise<void> {
  const locale = i18next.language;
  const key = `${locale}/${namespace}`;
  const running = loaded.get(key);
  if (running) return running;
  const request = fetchTexts(locale, namespace);
  loaded.set(key, request);
  return request;
}

/** Changes the language at once and remembers that it was chosen. */
export async function chooseLocale(locale: string, local: Kept, namespaces: readonly string[]): Promise<void> {
  local.write(LANG, locale);
  await loadShell(locale);
  await Promise.all(namespaces.map((namespace) => fetchTexts(locale, namespace)));
  await i18next.changeLanguage(locale);
  document.documentElement.lang = languageTag(locale);
  document.documentElement.dir = direction();
}

/** From which side the interface language is read: it says so in its own texts. */
export function direction(): "ltr" | "rtl" {
  return t("common:direction") === "rtl" ? "rtl" : "ltr";
}

/** Translates `namespace:key`. Numbers stand in it as amounts, except `id`, which is a name. */
export function t(key: string, options?: Record<string, unknown>): string {
  return plainText(key, options) ?? (i18next.t(key, withId(options ?? {})) as string);
}

function withId(options: Record<string, unknown>): Record<string, unknown> {
  return typeof options["id"] === "number" ? { ...options, id: String(options["id"]) } : options;
}

const NEEDS_FILLING = /\{\{|\$t\(/;

/** The text as it is written, where nothing is to be filled in. A screen says hundreds, and i18next looks at each for plurals. */
function plainText(key: string, options: Record<string, unknown> | undefined): string | undefined {
  for (const option in options) if (option !== "defaultValue") return undefined;
  const at = key.indexOf(":");
  const texts = i18next.store?.data[i18next.language]?.[key.slice(0, at)] as Texts | undefined;
  const text = texts?.[key.slice(at + 1)];
  return typeof text === "string" && text !== "" && !NEEDS_FILLING.test(text) ? text : undefined;
}

/** The interface language, for example `en-gb`. */
export function currentLocale(): string {
  return i18next.language || DEFAULT_LOCALE;
}

/** The language as `Intl` and the `lang` attribute want it, for example `en-GB`. */
export function languageTag(locale: string = currentLocale()): string {
  const [language = "en", ...rest] = locale.split("-");
  return [language, ...rest.map((part) => (part.length === 2 ? part.toUpperCase() : part))].join("-");
}

async function loadShell(locale: string): Promise<boolean> {
  const bundles = (await source?.(`/i18n/${locale}/shell.json`)) as Record<string, Texts> | undefined;
  if (!bundles) return false;
  for (const [namespace, texts] of Object.entries(bundles)) addTexts(locale, namespace, texts);
  return true;
}

async function fetchTexts(locale: string, namespace: string): Promise<void> {
  const texts = (await source?.(`/i18n/${locale}/${namespace}.json`)) as Texts | undefined;
  if (!texts) return void loaded.delete(`${locale}/${namespace}`);
  addTexts(locale, namespace, texts);
  arrived.add(`${locale}/${namespace}`);
}

/** Whether an area's texts are here, and not only those that every page has of it. */
export function hasTexts(namespace: string): boolean {
  return arrived.has(`${i18next.language}/${namespace}`);
}

/** Brings texts again as they are served now, over which others were laid that are no longer meant. */
export async function restoreTexts(namespaces: readonly string[]): Promise<void> {
  const locale = i18next.language;
  const opened = namespaces.filter((namespace) => loaded.has(`${locale}/${namespace}`));
  await Promise.all([loadShell(locale), ...opened.map((namespace) => fetchTexts(locale, namespace))]);
}

/** Lays texts over those of a namespace. */
export function addTexts(locale: string, namespace: string, texts: Texts): void {
  // Texts are flat: laying them over each other is enough.
  i18next.addResourceBundle(locale, namespace, texts, false, true, { skipCopy: true });
}
