// The form of a profile: the built-in fields of its category, then its questions, from their definitions.
import { useFormikContext } from "formik";
import { observer } from "mobx-react-lite";
import { Link } from "react-router-dom";
import { COUNTRY_CODES } from "#schemas/countries.ts";
import { type Field, fieldApplies, nameOfKey } from "#schemas/fields.ts";
import {
  AnswerFields,
  CheckField,
  countryOptions,
  NumberField,
  SelectField,
  TextField,
  t,
  useSession,
  useStore,
} from "#web";
import { STATUSES, type Thing, type ThingDraft } from "../contract.ts";
import { statusText } from "./columns.tsx";
import type { CategoryId } from "./place.ts";
import { EventDataStore } from "./store.ts";
import { useFiles } from "./useFiles.ts";

interface Props {
  category: CategoryId | undefined;
  types: readonly { id: number; type: string }[];
  typeId: number;
  /** The answers, as they are stored. */
  fields: Thing["fields"];
  eventId: number;
  /** Of a profile that is there already. */
  thingId?: number;
  country: string;
  /** What is seen of the form: the built-in fields, or the questions; both unless told. */
  part?: "profile" | "fields";
}

/** Whether a profile of the type has answers of its own to give. */
export function hasQuestions(questions: readonly Field[], typeId: number, fields: Thing["fields"]): boolean {
  const isAsked = (field: Field) =>
    field.places.includes("profile") && !field.archived_at && fieldApplies(field, typeId);
  return questions.some(isAsked) || Object.keys(fields).length > 0;
}

export const ThingFields = observer(function ThingFields({
  category,
  types,
  typeId,
  fields,
  eventId,
  thingId,
  country,
  part,
}: Props) {
  const { questions } = useStore(EventDataStore);
  const session = useSession();
  const files = useFiles(eventId, thingId);
  const label = (field: string) => t(`event-data:field.${field}`);
  return (
    <>
      <div className="form-part" hidden={part === "fields"}>
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
        {category !== 3 && <Holder eventId={eventId} />}
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
      </div>
      <div className="form-part" hidden={part === "profile"}>
        <AnswerFields
          fields={questions.fields}
          typeId={typeId}
          answers={fields}
          accessRole={session.accessRole ?? 299}
          timeZone={session.event?.timezone ?? "UTC"}
          files={files}
        />
        {Object.entries(fields)
          .filter(([key]) => !questions.fields.some((field) => field.key === key))
          .map(([key, value]) => (
            <LooseField key={key} name={key} value={value} />
          ))}
      </div>
    </>
  );
});

/** The way to the participant who has the address that was refused. */
const Holder = observer(function Holder({ eventId }: { eventId: number }) {
  const { saving, creating } = useStore(EventDataStore);
  const { errors } = useFormikContext<ThingDraft>();
  const problem = saving.problem ?? creating.problem;
  const { id, name } = problem?.reasons["email"]?.values ?? {};
  // Another address has not been refused.
  if (problem?.code !== "event-data.email_taken" || !id || !errors.email) return null;
  return (
    <p className="field-help">
      <Link to={`/event-data/${eventId}/profile/${id}`}>{t("event-data:form.holder", { name })}</Link>
    </p>
  );
});

/** A country that was imported by its name stays as it is. */
function countriesWith(country: string) {
  const options = countryOptions();
  return country && !COUNTRY_CODES.includes(country) ? [{ value: country, label: country }, ...options] : options;
}

/** An answer that no question asks for: it is edited as what it is. */
function LooseField({ name, value }: { name: string; value: Thing["fields"][string] }) {
  const label = nameOfKey(name);
  if (Array.isArray(value)) return null;
  if (typeof value === "boolean") return <CheckField name={`fields.${name}`} label={label} />;
  if (typeof value === "number") return <NumberField name={`fields.${name}`} label={label} step="any" />;
  return <TextField name={`fields.${name}`} label={label} maxLength={2000} autoComplete="off" />;
}
