// A field's value in words, for history and conflicts.
import { type Field, fieldName, nameOfKey } from "#schemas/fields.ts";
import { answerText, countryName, currentLocale, formatDateTime, formatNumber, t, useSession, useStore } from "#web";
import { statusText } from "./columns.tsx";
import { EventDataStore } from "./store.ts";

const OWN = "fields.";
const MOMENTS: ReadonlySet<string> = new Set(["created_at", "updated_at", "start"]);
const fieldOf = (fields: readonly Field[], field: string) => fields.find(({ key }) => `${OWN}${key}` === field);

/** What any field of a profile is called, also in its history. The component is an observer. */
export function useFieldLabel(): (field: string) => string {
  const { fields } = useStore(EventDataStore).questions;
  return (field) => fieldLabel(fields, field);
}

/** The same, of these own fields. */
export function fieldLabel(fields: readonly Field[], field: string): string {
  if (!field.startsWith(OWN)) return t(`event-data:field.${field}`, { defaultValue: field });
  const own = fieldOf(fields, field);
  return own ? fieldName(own, currentLocale()) : nameOfKey(field.slice(OWN.length));
}

/** Names of types, countries and statuses instead of their codes. */
export function useValueText(): (field: string, value: unknown) => string {
  const session = useSession();
  const { fields } = useStore(EventDataStore).questions;
  const types = (session.typeCategories ?? []).flatMap((category) => category.types);
  const zone = session.event?.timezone;
  return (field, value) => {
    if (value === null || value === undefined || value === "") return t("event-data:value.none");
    if (field.startsWith(OWN)) return answerText(fieldOf(fields, field), value, zone);
    if (field === "type_id") return types.find((type) => type.id === value)?.type ?? String(value);
    if (field === "country") return countryName(String(value));
    if (field === "photo") return t("event-data:field.hasPhoto");
    if (field === "status") return statusText(String(value));
    if (MOMENTS.has(field)) return formatDateTime(String(value), zone);
    if (typeof value === "boolean") return t(value ? "event-data:value.yes" : "event-data:value.no");
    if (typeof value === "number") return formatNumber(value);
    return typeof value === "string" ? value : JSON.stringify(value);
  };
}
