// Words of an area's answer, or of people, as they stand on the screen.
import type { Words } from "#schemas/figure.ts";
import { t } from "./setup.ts";

/** Says words in the person's language; what people wrote stays as it is. The texts of the key's area must have come. */
export function say(words: Words): string {
  if (!("key" in words)) return words.text;
  const { key, values, otherwise } = words;
  return t(key, otherwise === undefined ? values : { ...values, defaultValue: otherwise });
}
