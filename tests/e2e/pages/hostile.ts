// Names as bad as they come: what the server tells is told in 500 letters without a space, from right to left, in emoji.
import type { Page } from "@playwright/test";

const NAMES = [
  "W".repeat(500),
  "Internationale Fachmesse für Veranstaltungstechnik und Besucherführung ".repeat(7).trim(),
  "مؤتمر الشمال للتجارة والابتكار ".repeat(12).trim(),
  "👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍🚀".repeat(40),
  "Donaudampfschifffahrtsgesellschaftskapitän".repeat(11),
];

/** Keys under which replies tell what people typed. */
const TOLD =
  /^(name|title|label|description|first_name|last_name|company_name|job_title|dropdownName|city|actor|author|subject|note|location|owner|track|stage|text|answer)$/;
/** Under these keys the same stands in each language; nobody may type more into one than that many letters. */
const IN_LANGUAGES = /^(labels|helps)$/;
const MOST_LETTERS = 120;
/** Also names, where they do not name a kind of something. */
const MAY_BE_TOLD = /^(type|group|singular|plural)$/;
const QUESTIONS = /\/1\/(api|dashboard\/application)/;
const LEFT_ALONE = /\/(stream|config|permission|management-settings)$/;

function spoil(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spoil);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, told]) => {
    if (IN_LANGUAGES.test(key) && typeof told === "object" && told !== null) return [key, inLanguages(told)];
    const isName = TOLD.test(key) || (MAY_BE_TOLD.test(key) && typeof told === "string" && /^\p{Lu}/u.test(told));
    return [key, isName && typeof told === "string" && told !== "" ? named(told) : spoil(told)];
  });
  return Object.fromEntries(entries);
}

/** The same name for the same text, so that what belongs together still does. */
function named(text: string): string {
  const sum = [...text].reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0);
  return NAMES[sum % NAMES.length] as string;
}

/** The labels of a field or an option, by locale. */
function inLanguages(labels: object): Record<string, unknown> {
  const entries = Object.entries(labels).map(([language, told]) => {
    const isTold = typeof told === "string" && told !== "";
    return [language, isTold ? [...named(told)].slice(0, MOST_LETTERS).join("") : told];
  });
  return Object.fromEntries(entries);
}

/** From now on every reply to this page is full of such names; nothing changes on the server. */
export async function spoilNames(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => QUESTIONS.test(pathname) && !LEFT_ALONE.test(pathname),
    async (route) => {
      const reply = await route.fetch();
      const isTold = reply.headers()["content-type"]?.startsWith("application/json");
      if (!isTold) return route.fulfill({ response: reply });
      return route.fulfill({ response: reply, json: spoil(await reply.json()) });
    },
  );
}
