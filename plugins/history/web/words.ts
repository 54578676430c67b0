// History in words: actions, kinds of objects and names of fields, as people read them.
import type { Field } from "#schemas/fields.ts";
import { currentLocale, t } from "#web";
import { actionWord, fieldWord, objectWord } from "../contract/words.ts";

export const actionName = (action: string, type: string): string => actionWord(t, action, type);
export const objectName = (type: string): string => objectWord(t, type);

/** What a field of such an object is called; an event's own by what the event calls it. */
export function fieldName(field: string, fields: readonly Field[], type: string): string {
  return fieldWord({ say: t, locale: currentLocale(), fields, type }, field);
}
