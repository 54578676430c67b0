// History in words: actions, kinds of objects and names of fields, as people read them.
import { type Field, fieldName as nameOf, nameOfKey } from "#schemas/fields.ts";
import { currentLocale, t } from "#web";

/** A name without a translation is shown as it is: areas bring their own words over time. */
export function actionName(action: string): string {
  return t(`history:action.${action}`, { defaultValue: action.replaceAll("_", " ") });
}

export function objectName(type: string): string {
  return t(`history:object.${type.replaceAll(".", "-")}`, { defaultValue: type.replaceAll(/[._-]/g, " ") });
}

/** What one data type may do with another, as the permissions of data types tell it. */
const PAIR = /^(.+ → .+): ([a-z]+)$/;
const LOOK = /^(.+): look$/;

const OWN = "fields.";

/** What a field is called; an event's own by what the event calls it. */
export function fieldName(field: string, fields: readonly Field[]): string {
  if (field.startsWith(OWN)) {
    const key = field.slice(OWN.length);
    const own = fields.find((one) => one.key === key);
    return own ? nameOf(own, currentLocale()) : nameOfKey(key);
  }
  const [, pair, verb] = PAIR.exec(field) ?? [];
  if (pair) return `${pair}: ${t(`history:verb.${verb}`, { defaultValue: verb })}`;
  const [, type] = LOOK.exec(field) ?? [];
  if (type) return `${type}: ${t("history:field.look")}`;
  const plain = field.replaceAll("_", " ");
  return t(`history:field.${field.replaceAll(".", "-")}`, { defaultValue: plain });
}
