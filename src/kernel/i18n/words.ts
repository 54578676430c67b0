// Words of an area's answer, or of people, as they stand on the screen.
import type { Words } from "#schemas/figure.ts";
import { ROLES } from "#schemas/scalars.ts";
import { t } from "./setup.ts";

/** Says words in the person's language; what people wrote stays as it is. The texts of the key's area must have come. */
export function say(words: Words): string {
  if (!("key" in words)) return words.text;
  const { key, instead, values, otherwise } = words;
  const last = otherwise === undefined ? values : { ...values, defaultValue: otherwise };
  return instead === undefined ? t(key, last) : t(key, { ...values, defaultValue: t(instead, last) });
}

/** The name of an access role in the person's language. */
export function roleText({ id, name }: { id: number; name: string }): string {
  const known = ROLES.find((role) => role.id === id);
  return known ? t(`common:role.${known.name}`, { defaultValue: name }) : name;
}
