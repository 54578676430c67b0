// One verb of a pair: the answer, every rule that was asked on the way, and the one that decides.
import { formatNumber, t } from "#web";
import { settingOf } from "../contract/judge.ts";
import type { Explanation, Party, RuledType, Setting, Step } from "../contract.ts";

interface Props {
  explained: Explanation;
  from: RuledType;
  to: RuledType;
  /** The two profiles, where it is not about their types alone. */
  people?: { from: Party; to: Party; waiting: number | null; settings: ReadonlyMap<number, Setting> };
}

export function Explained({ explained, ...sides }: Props) {
  const verb = t(`data-types-permissions:verb.${explained.verb}`);
  return (
    <section className="rules-explained" aria-label={verb}>
      <h3>
        {verb}
        <span className={explained.allowed ? "chip chip-good" : "chip"}>
          {t(`data-types-permissions:answer.${explained.allowed ? "yes" : "no"}`)}
        </span>
      </h3>
      <ol className="rules-steps">
        {explained.steps.map((step) => (
          <li key={step.rule} className={step.decides ? "rules-decides" : undefined}>
            {stepText(step, { explained, ...sides })}
            {step.decides && <span className="chip chip-accent">{t("data-types-permissions:explain.decides")}</span>}
            {step.groups && (
              <ul>
                {step.groups.map(({ group, allows, decides }, at) => (
                  <li key={group ?? at} className={decides ? "rules-decides" : undefined}>
                    {t(`data-types-permissions:step.group.${allows ? "yes" : "no"}${unnamed(group)}`, { group })}
                    {decides && <span className="chip">{t("data-types-permissions:explain.decides")}</span>}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const unnamed = (group: string | null | undefined) => (group === null ? ".unnamed" : "");

function stepText({ rule, holds, groups, priority }: Step, { explained: { verb }, from, to, people }: Props): string {
  const answer = holds === null ? "none" : holds ? "yes" : "no";
  const isStanding = rule === "standing_from" || rule === "standing_to";
  const party = rule === "standing_from" ? people?.from : people?.to;
  if (isStanding && party) {
    return t(`data-types-permissions:step.standing.${party.status}`, { name: party.name });
  }
  const heard = groups?.find(({ decides }) => decides)?.group;
  // Of one group alone no order and no choice has to be told.
  const how = priority && groups && groups.length > 1 ? `.${priority}` : "";
  // Where the most permissive says no, none of them is named.
  const untold = how === ".permissive" && !holds ? "" : unnamed(heard);
  return t(`data-types-permissions:step.${rule}.${answer}${how}${untold}`, {
    group: heard,
    from: from.type,
    to: to.type,
    one: people?.from.name,
    other: people?.to.name,
    verb: t(`data-types-permissions:verb.${verb}`),
    category: t(`data-types-permissions:category.${to.type_category_id}`),
    waiting: formatNumber(people?.waiting ?? 0),
    most: formatNumber(settingOf({ settings: people?.settings ?? new Map() }, from.id).pending),
  });
}
