// What a group says beside its name and its members: what it is for, how it is read, whom its members see.
import { useField } from "formik";
import { observer } from "mobx-react-lite";
import { languageHere, SelectField, TextAreaField, TextField, t, useSession, useStore } from "#web";
import { ATTENDANCES, type Details, type Group, MOST_METADATA, MUST_MEET_SIDES } from "../contract.ts";
import { CustomGroupsStore } from "./store.ts";
import { useMayRule } from "./useMayRule.ts";

/** Details as the form edits them: data for other programs as text. */
export type DetailsValues = Omit<Details, "metadata"> & { metadata: string };

/** A group that says nothing beside its name. */
export const NO_DETAILS: DetailsValues = {
  description: "",
  names: {},
  attendance: "unspecified",
  side: "none",
  see: null,
  recommend: null,
  metadata: "",
};

export function detailsOf({ description, names, attendance, side, see, recommend, metadata }: Group): DetailsValues {
  const text = Object.keys(metadata).length > 0 ? JSON.stringify(metadata, null, 2) : "";
  return { description, names, attendance, side, see, recommend, metadata: text };
}

export function asDetails({ description, names, attendance, side, see, recommend, metadata }: DetailsValues): Details {
  const read = metadata.trim() === "" ? {} : JSON.parse(metadata);
  return { description, names, attendance, side, see, recommend, metadata: read };
}

/** What is wrong with the details, by field. */
export function checkDetails({ metadata }: DetailsValues): Record<string, string> {
  if (metadata.trim() === "") return {};
  try {
    const read: unknown = JSON.parse(metadata);
    const isObject = typeof read === "object" && read !== null && !Array.isArray(read);
    if (!isObject) return { metadata: t("custom-groups:details.notJson") };
    const size = new TextEncoder().encode(JSON.stringify(read)).length;
    return size > MOST_METADATA ? { metadata: t("custom-groups:problem.metadata_too_large") } : {};
  } catch {
    return { metadata: t("custom-groups:details.notJson") };
  }
}

export const DetailsFields = observer(function DetailsFields() {
  const { canSave } = useStore(CustomGroupsStore);
  const isLocked = !useMayRule() && canSave;
  const locales = useSession().app?.locales.supported_locales ?? [];
  return (
    <>
      <TextAreaField
        name="description"
        label={t("custom-groups:details.description")}
        help={t("custom-groups:details.descriptionHelp")}
        maxLength={500}
        rows={2}
      />
      {locales.map((locale) => (
        <TextField
          key={locale}
          name={`names.${locale}`}
          label={t("custom-groups:details.name", { language: languageHere(locale) })}
          maxLength={80}
          autoComplete="off"
        />
      ))}
      <SelectField
        name="attendance"
        label={t("custom-groups:details.attendance")}
        options={ATTENDANCES.map((value) => ({ value, label: t(`custom-groups:attendance.${value}`) }))}
      />
      <SelectField
        name="side"
        label={t("custom-groups:details.side")}
        options={MUST_MEET_SIDES.map((value) => ({ value, label: t(`custom-groups:side.${value}`) }))}
      />
      <SaidField name="see" />
      <SaidField name="recommend" />
      {isLocked && <p className="field-help">{t("custom-groups:said.locked")}</p>}
      <TextAreaField
        name="metadata"
        label={t("custom-groups:details.metadata")}
        help={t("custom-groups:details.metadataHelp")}
        rows={3}
      />
    </>
  );
});

/** Whom the members of the group see, or who is recommended to them: what the data types say, or only these groups. */
const SaidField = observer(function SaidField({ name }: { name: "see" | "recommend" }) {
  const [{ value }, , { setValue }] = useField<number[] | null>(name);
  const { groups = [] } = useStore(CustomGroupsStore);
  const mayRule = useMayRule();
  return (
    <fieldset className="group-said" disabled={!mayRule}>
      <legend>{t(`custom-groups:said.${name}`)}</legend>
      <label>
        <input type="radio" checked={value === null} onChange={() => void setValue(null)} />
        {t("custom-groups:said.byTypes")}
      </label>
      <label>
        <input type="radio" checked={value !== null} onChange={() => void setValue(value ?? [])} />
        {t("custom-groups:said.only")}
      </label>
      {value !== null && (
        <ul aria-label={t(`custom-groups:said.${name}`)}>
          {groups.map((group) => (
            <li key={group.id}>
              <label>
                <input
                  type="checkbox"
                  checked={value.includes(group.id)}
                  onChange={({ target }) =>
                    void setValue(target.checked ? [...value, group.id] : value.filter((id) => id !== group.id))
                  }
                />
                <span className={`group-name group-${group.colour}`} dir="auto">
                  {group.name}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {value?.length === 0 && <p className="field-help">{t("custom-groups:said.nobody")}</p>}
    </fieldset>
  );
});
