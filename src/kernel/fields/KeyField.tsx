// The key of a new field. Without one the server makes it from the name, which is shown in its place.
import { useFormikContext } from "formik";
import { type Field, type FieldDraft, keyFor } from "#schemas/fields.ts";
import { TextField } from "../form/fields.tsx";
import { t } from "../i18n/setup.ts";

interface Props {
  /** The language whose name the key is made from. */
  locale: string | undefined;
  fields: readonly Field[];
}

export function KeyField({ locale = "", fields }: Props) {
  const { values } = useFormikContext<FieldDraft>();
  const name = values.labels[locale] || Object.values(values.labels).find(Boolean);
  return (
    <TextField
      name="key"
      label={t("common:fields.key")}
      help={t("common:fields.keyHelp")}
      placeholder={name && keyFor(name, new Set(fields.map(({ key }) => key)))}
      maxLength={64}
      autoComplete="off"
    />
  );
}
