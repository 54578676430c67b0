// In which language a person of an event is written to. Pure.
import { LOCALES } from "./scalars.ts";

/** The language that a person has said to prefer (the usual field `language`), where letters are written in it; else the app's. */
export function languageOf({ language }: Readonly<Record<string, unknown>>, usual: string): string {
  return LOCALES.find((locale) => locale === language || locale.split("-")[0] === language) ?? usual;
}
