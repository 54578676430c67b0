// What a field asks of its answers, by its kind: lengths, numbers, days, and what a file may be.
import { useField } from "formik";
import { FILE_MEGABYTES, FILE_MEGABYTES_AT_MOST, FILE_TYPES, type Field, type FileType } from "#schemas/fields.ts";
import { CheckField, DateField, FieldFrame, NumberField } from "../form/fields.tsx";
import { t } from "../i18n/setup.ts";

export function LimitFields({ kind }: { kind: Field["kind"] }) {
  if (kind === "text" || kind === "long_text") {
    return <NumberField name="limits.max_length" label={t("common:fields.maxLength")} min={1} max={10_000} />;
  }
  if (kind === "number" || kind === "choices") {
    return (
      <>
        <NumberField name="limits.min" label={t(`common:fields.min.${kind}`)} />
        <NumberField name="limits.max" label={t(`common:fields.max.${kind}`)} />
        {kind === "number" && (
          <>
            <NumberField
              name="limits.step"
              label={t("common:fields.step")}
              min={0}
              step="any"
              help={t("common:fields.stepHelp")}
            />
            <CheckField name="limits.whole" label={t("common:fields.whole")} />
          </>
        )}
      </>
    );
  }
  if (kind === "file") return <FileLimits />;
  if (kind !== "date" && kind !== "datetime") return null;
  return (
    <>
      <DateField name="limits.earliest" label={t("common:fields.earliest")} />
      <DateField name="limits.latest" label={t("common:fields.latest")} />
    </>
  );
}

/** What a file may be, and how large. */
function FileLimits() {
  const [{ value = [] }, , change] = useField<FileType[] | undefined>("limits.types");
  const help = t("common:file.typesHelp");
  return (
    <>
      <FieldFrame name="limits.types" label={t("common:file.types")} help={help}>
        {({ id, ...wiring }) => (
          <fieldset
            className="answer-choices"
            id={id}
            aria-label={t("common:file.types")}
            aria-describedby={wiring["aria-describedby"]}
          >
            {FILE_TYPES.map((type) => (
              <label key={type}>
                <input
                  type="checkbox"
                  checked={value.includes(type)}
                  onChange={({ target }) => {
                    const next = FILE_TYPES.filter((one) => (one === type ? target.checked : value.includes(one)));
                    void change.setValue(next.length > 0 ? next : undefined);
                  }}
                />
                {t(`common:file.type.${type}`)}
              </label>
            ))}
          </fieldset>
        )}
      </FieldFrame>
      <NumberField
        name="limits.megabytes"
        label={t("common:file.megabytes")}
        min={1}
        max={FILE_MEGABYTES_AT_MOST}
        help={t("common:file.megabytesHelp", { megabytes: FILE_MEGABYTES, most: FILE_MEGABYTES_AT_MOST })}
      />
    </>
  );
}
