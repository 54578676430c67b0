// What profiles of a type may do for themselves, line by line; beside the explanation of a pair.
import { t } from "#web";
import { ACTORS } from "../../data-types/contract.ts";
import { type FullSetting, OWN, type RuledType, USUAL } from "../contract.ts";

/** Names of what a type of this category can be told about itself. */
const namesOf = ({ type_category_id }: Pick<RuledType, "type_category_id">) =>
  OWN.filter((name) => name !== "locked" && name !== "locked_link").filter(
    (name) => name === "editable" || ACTORS.includes(type_category_id),
  );

/** What one of them says, in words. */
export function ownText(setting: FullSetting, name: (typeof OWN)[number]): string {
  const value = setting[name];
  if (typeof value === "boolean") return t(`data-types-permissions:answer.${value ? "yes" : "no"}`);
  return t(`data-types-permissions:own.${name}.${value}`);
}

export function OwnRules({ type, setting }: { type: RuledType; setting: FullSetting }) {
  const title = t("data-types-permissions:own.title", { type: type.type });
  return (
    <section className="rules-explained" aria-label={title}>
      <h3>{title}</h3>
      <dl className="rules-own-list">
        {namesOf(type).map((name) => (
          <div key={name}>
            <dt>{t(`data-types-permissions:own.${name}`)}</dt>
            <dd>{ownText(setting, name)}</dd>
          </div>
        ))}
        {!setting.editable && setting.locked_link !== "" && (
          <div>
            <dt>{t("data-types-permissions:own.link")}</dt>
            <dd>
              <a href={setting.locked_link} target="_blank" rel="noreferrer">
                {setting.locked_link}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** How many of them are not as usual. */
export function countUnusual(setting: FullSetting): number {
  return OWN.filter((name) => name !== "locked" && name !== "locked_link" && setting[name] !== USUAL[name]).length;
}
