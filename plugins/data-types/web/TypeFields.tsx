// The fields of a data type: name, category, words by language, picture, colour, and what its profiles may do by default.
import { useField } from "formik";
import type { TypeColour, TypeIconName } from "#schemas/typeLook.ts";
import { CheckField, languageHere, SelectField, TextField, TypeLook, t, useSession } from "#web";
import { DefaultsField } from "./DefaultsField.tsx";

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
            label={t("data-types:field.one", { language: languageHere(locale) })}
            maxLength={60}
            autoComplete="off"
          />
          <TextField
            name={`labels.${locale}.many`}
            label={t("data-types:field.many", { language: languageHere(locale) })}
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

/** Picture and colour. */
function LookField() {
  const [{ value: icon }, , changeIcon] = useField<TypeIconName>("icon");
  const [{ value: colour }, , changeColour] = useField<TypeColour>("colour");
  return (
    <TypeLook
      icon={icon}
      colour={colour}
      say={(row, name) => t(name === undefined ? `data-types:field.${row}` : `data-types:${row}.${name}`)}
      onIcon={(name) => void changeIcon.setValue(name)}
      onColour={(name) => void changeColour.setValue(name)}
    />
  );
}
