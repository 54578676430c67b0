// Dates, numbers and names of countries without their first cost.
import { languageIsRead } from "../kernel/i18n/languageData.ts";

/**
 * The first date or number that is written takes 12 to 40 ms, the first name of a country 3, all others nothing: the browser reads its data about the language,
 * once for the page and its workers together. So a worker writes one once the page has been painted, and the page's own thread need not.
 * The worker is the page's first script again, which is in the cache.
 */
export function warmDates(language: string): void {
  const first = document.querySelector<HTMLScriptElement>("script[async]");
  try {
    if (!first) throw new Error("The page has no first script");
    const worker = new Worker(first.src, { name: language });
    worker.addEventListener("message", languageIsRead);
    worker.addEventListener("error", languageIsRead);
  } catch (error) {
    console.warn("The first date will take a moment:", error);
    languageIsRead();
  }
}

/** What that worker does. */
export function writeDate(language: string): void {
  new Intl.DateTimeFormat(language, { month: "short", hour: "2-digit", timeZoneName: "short" }).format();
  new Intl.DisplayNames(language, { type: "region" }).of("DE");
}
