// A field's value in words, for history and conflicts.
import { formatDateTime, formatNumber, t, useSession } from "#web";
import { statusText } from "./columns.tsx";
import { countryName } from "./countries.ts";

/** Names of types, countries and statuses instead of their codes. */
export function useValueText(): (field: string, value: unknown) => string {
  const session = useSession();
  const types = (session.typeCategories ?? []).flatMap((category) => category.types);
  const zone = session.event?.timezone;
  return (field, value) => {
    if (value === null || value === undefined || value === "") return t("event-data:value.none");
    if (field === "type_id") return types.find((type) => type.id === value)?.type ?? String(value);
    if (field === "country") return countryName(String(value));
    if (field === "status") return statusText(String(value));
    if (field === "created_at" || field === "updated_at") return formatDateTime(String(value), zone);
    if (typeof value === "boolean") return t(value ? "event-data:value.yes" : "event-data:value.no");
    if (typeof value === "number") return formatNumber(value);
    return typeof value === "string" ? value : JSON.stringify(value);
  };
}
