// Countries by their two-letter codes, named in the reader's language.
import { COUNTRY_CODES, isCountryCode } from "#schemas/countries.ts";
import { languageTag } from "./setup.ts";

let names: { tag: string; format: Intl.DisplayNames } | undefined;

/** The name of a country; what is no code stays as it is. To make the names ready takes long, so it is done once. */
export function countryName(code: string): string {
  if (!isCountryCode(code)) return code;
  const tag = languageTag();
  if (names?.tag !== tag) names = { tag, format: new Intl.DisplayNames(tag, { type: "region" }) };
  return names.format.of(code) ?? code;
}

let options: { tag: string; sorted: { value: string; label: string }[] } | undefined;

/** All countries in the order of their names. */
export function countryOptions(): { value: string; label: string }[] {
  const tag = languageTag();
  if (options?.tag !== tag) {
    const { compare } = new Intl.Collator(tag);
    const named = COUNTRY_CODES.map((value) => ({ value, label: countryName(value) }));
    options = { tag, sorted: named.sort((a, b) => compare(a.label, b.label)) };
  }
  return options.sorted;
}
