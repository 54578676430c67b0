// The form of a profile: the built-in fields of its category, then its questions, from their definitions.
import { useFormikContext } from "formik";
import { observer } from "mobx-react-lite";
import { Fragment } from "react";
import { Link } from "react-router-dom";
import { COUNTRY_CODES } from "#schemas/countries.ts";
import { type Field, fieldApplies, isInForm, nameOfKey } from "#schemas/fields.ts";
import {
  AnswerFields,
  type ApiProblem,
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
import { type BaseField, baseFieldsOf } from "./baseFields.ts";
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
  const isAsked = (field: Field) => isInForm(field, fields) && !field.archived_at && fieldApplies(field, typeId);
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
  const { questions, saving, creating } = useStore(EventDataStore);
  const { problem } = thingId === undefined ? creating : saving.of(thingId);
  const session = useSession();
  const files = useFiles(eventId, thingId);
  return (
    <>
      <div className="form-part" hidden={part === "fields"}>
        {baseFieldsOf(category).map((field) => (
          <Fragment key={field}>
            <BaseInput field={field} types={types} country={country} />
            {field === "email" && <Holder eventId={eventId} problem={problem} />}
          </Fragment>
        ))}
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

interface BaseProps extends Pick<Props, "types" | "country"> {
  field: BaseField;
}

/** One built-in field, in the form as in a cell of the list. */
export function BaseInput({ field, types, country }: BaseProps) {
  const props = { name: field, label: t(`event-data:field.${field}`) };
  switch (field) {
    case "country":
      return <SelectField {...props} placeholder={t("event-data:field.noCountry")} options={countriesWith(country)} />;
    case "type_id":
      return <SelectField {...props} options={types.map((type) => ({ value: type.id, label: type.type }))} />;
    case "status":
      return <SelectField {...props} options={STATUSES.map((value) => ({ value, label: statusText(value) }))} />;
    default: {
      const type = field === "email" ? "email" : "text";
      return (
        <TextField {...props} type={type} maxLength={LENGTHS[field]} autoComplete="off" required={field === "name"} />
      );
    }
  }
}

const LENGTHS: Readonly<Partial<Record<BaseField, number>>> = {
  first_name: 100,
  last_name: 100,
  name: 250,
  email: 254,
  company_name: 200,
  job_title: 200,
};

/** The way to the participant who has the address that was refused. */
export function Holder({ eventId, problem }: { eventId: number; problem: ApiProblem | undefined }) {
  const { errors } = useFormikContext<ThingDraft>();
  const { id, name } = problem?.reasons["email"]?.values ?? {};
  // Another address has not been refused.
  if (problem?.code !== "event-data.email_taken" || !id || !errors.email) return null;
  return (
    <p className="field-help">
      <Link to={`/event-data/${eventId}/profile/${id}`}>{t("event-data:form.holder", { name })}</Link>
    </p>
  );
}

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
