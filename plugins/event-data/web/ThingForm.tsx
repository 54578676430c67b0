// The form of a profile: the built-in fields of its category, then the event's own.
import { CheckField, NumberField, SelectField, TextField, t } from "#web";
import { STATUSES, type Thing } from "../contract.ts";
import { statusText } from "./columns.tsx";
import { COUNTRY_CODES, countryOptions } from "./countries.ts";
import type { CategoryId } from "./place.ts";

interface Props {
  category: CategoryId | undefined;
  types: readonly { id: number; type: string }[];
  /** The event's own fields, as they stand. */
  fields: Thing["fields"];
  country: string;
}

export function ThingFields({ category, types, fields, country }: Props) {
  const label = (field: string) => t(`event-data:field.${field}`);
  return (
    <>
      {category === 1 ? (
        <>
          <TextField name="first_name" label={label("first_name")} maxLength={100} autoComplete="off" />
          <TextField name="last_name" label={label("last_name")} maxLength={100} autoComplete="off" />
        </>
      ) : (
        <TextField name="name" label={label("name")} maxLength={250} autoComplete="off" required />
      )}
      {category !== 3 && (
        <TextField name="email" label={label("email")} type="email" maxLength={254} autoComplete="off" />
      )}
      {category !== 2 && (
        <TextField name="company_name" label={label("company_name")} maxLength={200} autoComplete="off" />
      )}
      {category === 1 && <TextField name="job_title" label={label("job_title")} maxLength={200} autoComplete="off" />}
      <SelectField
        name="country"
        label={label("country")}
        placeholder={t("event-data:field.noCountry")}
        options={countriesWith(country)}
      />
      <SelectField
        name="type_id"
        label={label("type_id")}
        options={types.map((type) => ({ value: type.id, label: type.type }))}
      />
      <SelectField
        name="status"
        label={label("status")}
        options={STATUSES.map((value) => ({ value, label: statusText(value) }))}
      />
      {Object.entries(fields).map(([key, value]) => (
        <OwnField key={key} name={key} value={value} />
      ))}
    </>
  );
}

/** A country that was imported by its name stays as it is. */
function countriesWith(country: string) {
  const options = countryOptions();
  return country && !COUNTRY_CODES.includes(country) ? [{ value: country, label: country }, ...options] : options;
}

function OwnField({ name, value }: { name: string; value: string | number | boolean }) {
  const label = ownLabel(name);
  if (typeof value === "boolean") return <CheckField name={`fields.${name}`} label={label} />;
  if (typeof value === "number") return <NumberField name={`fields.${name}`} label={label} step="any" />;
  return <TextField name={`fields.${name}`} label={label} maxLength={2000} autoComplete="off" />;
}

/** The name of one of the event's own fields, from its key: `first_visit` reads "First visit". */
export function ownLabel(key: string): string {
  const text = key.replaceAll("_", " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What any field of a profile is called, also in its history. */
export function fieldLabel(field: string): string {
  return field.startsWith("fields.")
    ? ownLabel(field.slice("fields.".length))
    : t(`event-data:field.${field}`, { defaultValue: field });
}
