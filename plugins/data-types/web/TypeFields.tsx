// The fields of a data type: name, category, words by language, picture, colour, and what its profiles may do by default.
import { useField } from "formik";
import { CheckField, SelectField, TextField, t, useSession } from "#web";
import { COLOURS, ICONS } from "../contract.ts";
import { DefaultsField } from "./DefaultsField.tsx";
import { TypeIcon } from "./TypeIcon.tsx";

export function TypeFields({ isNew }: { isNew: boolean }) {
  const locales = useSession().app?.locales.supported_locales ?? [];
  return (
    <>
      <TextField
        name="type"
        label={t("data-types:field.type")}
        help={t("data-types:field.typeHelp")}
        placeholder={t("data-types:example")}
        maxLength={60}
        autoComplete="off"
        required
      />
      <SelectField
        name="type_category_id"
        label={t("data-types:field.category")}
        help={isNew ? undefined : t("data-types:field.categoryHelp")}
        options={[1, 2, 3].map((value) => ({ value, label: t(`data-types:category.${value}`) }))}
      />
      {locales.map((locale) => (
        <div className="types-words" key={locale}>
          <TextField
            name={`labels.${locale}.one`}
            label={t("data-types:field.one", { locale })}
            maxLength={60}
            autoComplete="off"
          />
          <TextField
            name={`labels.${locale}.many`}
            label={t("data-types:field.many", { locale })}
            maxLength={60}
            autoComplete="off"
          />
        </div>
      ))}
      <p className="field-help">{t("data-types:field.wordsHelp")}</p>
      <LookField />
      <DefaultsField />
      {isNew && (
        <CheckField name="to_events" label={t("data-types:field.toEvents")} help={t("data-types:field.toEventsHelp")} />
      )}
    </>
  );
}

/** Picture and colour: two rows of choices. */
function LookField() {
  const [icon] = useField<(typeof ICONS)[number]>("icon");
  const [colour] = useField<(typeof COLOURS)[number]>("colour");
  return (
    <>
      <fieldset className="types-look">
        <legend>{t("data-types:field.icon")}</legend>
        {ICONS.map((name) => (
          <label key={name} title={t(`data-types:icon.${name}`)}>
            <input
              {...icon}
              type="radio"
              value={name}
              checked={icon.value === name}
              aria-label={t(`data-types:icon.${name}`)}
            />
            <TypeIcon icon={name} colour={colour.value} />
          </label>
        ))}
      </fieldset>
      <fieldset className="types-look">
        <legend>{t("data-types:field.colour")}</legend>
        {COLOURS.map((name) => (
          <label key={name} title={t(`data-types:colour.${name}`)}>
            <input
              {...colour}
              type="radio"
              value={name}
              checked={colour.value === name}
              aria-label={t(`data-types:colour.${name}`)}
            />
            <TypeIcon icon={icon.value} colour={name} />
          </label>
        ))}
      </fieldset>
    </>
  );
}
