// What the profiles of a type may do with those of each category where an event says nothing else.
import { useField } from "formik";
import { t } from "#web";
import { ACTORS, actorsOf, type Defaults, STANDARD, TARGETS, VERBS, type Verb } from "../contract.ts";

export function DefaultsField() {
  const [{ value }, , { setValue }] = useField<Defaults | null>("defaults");
  const [{ value: category }] = useField<number>("type_category_id");
  if (!ACTORS.includes(Number(category))) return null;
  const held = (verb: Verb) => value?.[verb] ?? STANDARD[verb];
  const set = (verb: Verb, target: number, isAllowed: boolean) => {
    const others = held(verb).filter((one) => one !== target);
    const next = isAllowed ? [...others, target].sort((a, b) => a - b) : others;
    void setValue({ ...(value ?? STANDARD), [verb]: next });
  };
  return (
    <fieldset className="types-defaults">
      <legend>{t("data-types:defaults.title")}</legend>
      <p className="field-help">{t("data-types:defaults.help")}</p>
      <label className="types-own">
        <input
          type="checkbox"
          checked={value !== null}
          onChange={({ target }) => void setValue(target.checked ? { ...STANDARD } : null)}
        />
        {t("data-types:defaults.own")}
      </label>
      <table aria-label={t("data-types:defaults.title")}>
        <thead>
          <tr>
            <td />
            {[1, 2, 3].map((target) => (
              <th key={target} scope="col">
                {t(`data-types:category.${target}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {VERBS.filter((verb) => actorsOf(verb).includes(Number(category))).map((verb) => (
            <tr key={verb}>
              <th scope="row">{t(`data-types:verb.${verb}`)}</th>
              {[1, 2, 3].map((target) => (
                <td key={target}>
                  {TARGETS[verb].includes(target) ? (
                    <input
                      type="checkbox"
                      disabled={value === null}
                      checked={held(verb).includes(target)}
                      aria-label={`${t(`data-types:verb.${verb}`)}: ${t(`data-types:category.${target}`)}`}
                      onChange={(event) => set(verb, target, event.target.checked)}
                    />
                  ) : (
                    <span className="muted" aria-hidden="true">
                      –
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}
