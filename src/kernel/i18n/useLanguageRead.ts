// For what is painted first and can say most of what it has to say before the browser knows dates and countries.
import { useSyncExternalStore } from "react";
import { isLanguageRead, onLanguageRead } from "./languageData.ts";

/** Whether the browser has read its data about the language. It does so beside the page, once that has been painted. */
export function useLanguageRead(): boolean {
  return useSyncExternalStore(onLanguageRead, isLanguageRead);
}
