// The questions of a profile as inputs, drawn from their definitions, under the headings of their sections.
import { useField } from "formik";
import { type Field, type FieldOption, fieldApplies, fieldName, inLanguage, isInForm } from "#schemas/fields.ts";
import { countryOptions } from "../i18n/countries.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { type FileActs, FileField } from "./FileField.tsx";
import {
  DateField,
  DateTimeField,
  FieldFrame,
  type FieldProps,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from "./fields.tsx";

interface Props {
  /** All questions; those of other data types and archived ones without an answer are left out. */
  fields: readonly Field[];
  typeId: number;
  /** The answers as they are stored: an archived option that one names is still offered to it. */
  answers: Readonly<Record<string, unknown>>;
  /** Access role of whoever answers. */
  accessRole: number;
  timeZone: string;
  /** How files are sent and opened; without it they can only be taken away. */
  files?: FileActs | undefined;
}

/** Inputs for answers under `fields.KEY` of a Formik form. */
export function AnswerFields({ fields, typeId, answers, accessRole, timeZone, files }: Props) {
  const shown = fields.filter((field) => isShown(field, typeId, answers));
  const sections = [...new Set(shown.map(({ section }) => section))];
  return (
    <>
      {sections.map((section) => (
        <div className="form-section" key={section}>
          {section && <h3>{section}</h3>}
          {shown
            .filter((field) => field.section === section)
            .map((field) => (
              <AnswerField
                key={field.key}
                field={field}
                answer={answers[field.key]}
                accessRole={accessRole}
                timeZone={timeZone}
                files={files}
              />
            ))}
        </div>
      ))}
    </>
  );
}

/** Whether a profile's form shows a question. */
function isShown(field: Field, typeId: number, answers: Props["answers"]): boolean {
  if (!isInForm(field, answers)) return false;
  return field.archived_at || !fieldApplies(field, typeId) ? answers[field.key] !== undefined : true;
}

interface OneProps extends Pick<Props, "accessRole" | "timeZone" | "files"> {
  field: Field;
  answer: unknown;
}

/** What a number may be, and how its arrows step: on what the field allows, whose steps are counted from its smallest number. */
function numberOf({ step, min, max, whole }: Field["limits"]) {
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  // Whole numbers are so wherever the smallest begins.
  return step === undefined ? { ...bounds, step: whole ? 1 : "any", from: 0 } : { ...bounds, step };
}

function AnswerField({ field, answer, accessRole, timeZone, files }: OneProps) {
  const locale = currentLocale();
  const props: FieldProps = {
    name: `fields.${field.key}`,
    label: fieldName(field, locale),
    help: inLanguage(field.help, locale) || undefined,
    required: field.required,
    disabled: accessRole > field.edit_role || field.archived_at !== null,
  };
  switch (field.kind) {
    case "long_text":
      return <TextAreaField {...props} />;
    case "number":
      return <NumberField {...props} {...numberOf(field.limits)} />;
    case "date":
      return <DateField {...props} />;
    case "datetime":
      return <DateTimeField {...props} timeZone={timeZone} />;
    case "boolean":
      return <YesNoField {...props} />;
    case "choice":
      return <SelectField {...props} placeholder={t("common:answer.none")} options={optionsFor(field, answer)} />;
    case "choices":
      return <ChoicesField {...props} options={optionsFor(field, answer)} />;
    case "country":
      return <SelectField {...props} placeholder={t("common:answer.none")} options={countryOptions()} />;
    case "file":
      return <FileField {...props} field={field} answer={answer} acts={files} />;
    default:
      return <TextField {...props} type={INPUTS[field.kind] ?? "text"} autoComplete="off" />;
  }
}

const INPUTS: Readonly<Record<string, string>> = { url: "url", email: "email", phone: "tel" };

interface Choice {
  value: string;
  label: string;
}

function optionsFor({ options }: Field, answer: unknown): Choice[] {
  const held = Array.isArray(answer) ? answer : [answer];
  const isOffered = ({ key, archived }: FieldOption) => !archived || held.includes(key);
  const locale = currentLocale();
  return options.filter(isOffered).map(({ key, labels }) => ({ value: key, label: inLanguage(labels, locale) }));
}

/** Yes, no, or no answer: three states, since no answer is not a no. */
function YesNoField(props: FieldProps) {
  const [field, , change] = useField<boolean | undefined>(props.name);
  const shown = field.value === undefined || field.value === null ? "" : String(field.value);
  return (
    <FieldFrame {...props}>
      {(wiring) => (
        <select
          className="input"
          {...wiring}
          value={shown}
          onBlur={field.onBlur}
          onChange={({ target }) => {
            void change.setValue(target.value === "" ? undefined : target.value === "true");
          }}
        >
          <option value="">{t("common:answer.none")}</option>
          <option value="true">{t("common:answer.yes")}</option>
          <option value="false">{t("common:answer.no")}</option>
        </select>
      )}
    </FieldFrame>
  );
}

function ChoicesField({ options, ...props }: FieldProps & { options: readonly Choice[] }) {
  const [field, , change] = useField<string[] | undefined>(props.name);
  const chosen = Array.isArray(field.value) ? field.value : [];
  const choose = (key: string, isChosen: boolean) => {
    const next = options.map(({ value }) => value).filter((one) => (one === key ? isChosen : chosen.includes(one)));
    void change.setValue(next.length > 0 ? next : undefined);
  };
  return (
    <FieldFrame {...props}>
      {({ id, disabled, name: _, ...wiring }) => (
        <fieldset
          className="answer-choices"
          id={id}
          aria-label={props.label}
          aria-describedby={wiring["aria-describedby"]}
        >
          {options.map(({ value, label }) => (
            <label key={value}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                disabled={disabled}
                onChange={({ target }) => choose(value, target.checked)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </FieldFrame>
  );
}
