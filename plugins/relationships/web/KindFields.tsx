// The fields of a kind of relationship: its name, its two ends, and how many may stand at each.
import { useField } from "formik";
import { CheckField, languageHere, SelectField, TextField, t, useSession } from "#web";
import { CARDINALITIES, type End } from "../contract.ts";

export function KindFields() {
  const options = CARDINALITIES.map((value) => ({ value, label: t(`relationships:cardinality.${value}`) }));
  return (
    <>
      <TextField
        name="name"
        label={t("relationships:column.name")}
        placeholder={t("relationships:example.name")}
        maxLength={80}
        autoComplete="off"
        required
      />
      <EndFields end="from" />
      <EndFields end="to" />
      <CheckField name="visible" label={t("relationships:visible.label")} help={t("relationships:visible.help")} />
      <SelectField name="cardinality" label={t("relationships:column.cardinality")} options={options} />
    </>
  );
}

function EndFields({ end }: { end: "from" | "to" }) {
  const [{ value }, meta, { setValue }] = useField<End>(end);
  const categories = useSession().typeCategories ?? [];
  const types = categories
    .filter((one) => value.category === null || one.id === value.category)
    .flatMap((one) => one.types);
  const locales = useSession().app?.locales.supported_locales ?? [];
  const said = locales.filter((locale) => value.labels?.[locale]?.trim()).length;
  const error = meta.error as string | undefined | object;
  return (
    <fieldset className="relation-end">
      <legend>{t(`relationships:column.${end}`)}</legend>
      <label className="sr-only" htmlFor={`${end}-category`}>
        {t(`relationships:end.${end}`)}
      </label>
      <select
        id={`${end}-category`}
        className="input"
        value={value.category ?? 0}
        onChange={({ target }) => void setValue({ ...value, category: Number(target.value) || null, types: [] })}
      >
        {[0, 1, 2, 3].map((category) => (
          <option key={category} value={category}>
            {t(`relationships:category.${category}`)}
          </option>
        ))}
      </select>
      {types.length > 1 && (
        <details>
          <summary>
            {value.types.length > 0
              ? t("relationships:end.some", { count: value.types.length })
              : t("relationships:end.all")}
          </summary>
          <div className="relation-types">
            {types.map((type) => (
              <label key={type.id}>
                <input
                  type="checkbox"
                  checked={value.types.includes(type.id)}
                  onChange={({ target }) => {
                    const others = value.types.filter((id) => id !== type.id);
                    void setValue({ ...value, types: target.checked ? [...others, type.id] : others });
                  }}
                />
                {type.type}
              </label>
            ))}
          </div>
        </details>
      )}
      <TextField
        name={`${end}.label`}
        label={t("relationships:end.label")}
        placeholder={t(`relationships:example.${end}`)}
        help={t(`relationships:end.help.${end}`)}
        maxLength={80}
        autoComplete="off"
        required
      />
      {locales.length > 0 && (
        <details>
          <summary>{t("relationships:end.languages", { said, all: locales.length })}</summary>
          <div className="relation-languages">
            {locales.map((locale) => (
              <TextField
                key={locale}
                name={`${end}.labels.${locale}`}
                label={t("relationships:end.read", { language: languageHere(locale) })}
                placeholder={value.label}
                maxLength={80}
                autoComplete="off"
              />
            ))}
          </div>
        </details>
      )}
      {typeof error === "string" && (
        <p className="field-error" tabIndex={-1}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** What a kind still needs before it can be saved. */
export function checkKind({ name, from, to }: { name: string; from: End; to: End }): Record<string, string> {
  return {
    ...(name.trim() ? {} : { name: t("relationships:nameMissing") }),
    ...(from.label.trim() ? {} : { "from.label": t("relationships:labelMissing") }),
    ...(to.label.trim() ? {} : { "to.label": t("relationships:labelMissing") }),
  };
}
