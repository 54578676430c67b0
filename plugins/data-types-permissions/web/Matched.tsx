// How well two profiles match by their answers, and which field says how much of it.
import { fieldName } from "#schemas/fields.ts";
import type { Match } from "#schemas/matching.ts";
import { currentLocale, formatNumber, t } from "#web";

export function Matched({ match }: { match: Match | null }) {
  const title = t("data-types-permissions:match.title");
  const percent = (part: number) => formatNumber(part, { style: "percent", maximumFractionDigits: 0 });
  return (
    <section className="rules-explained" aria-label={title}>
      <h3>
        {title}
        {match && <span className="chip">{percent(match.score / 100)}</span>}
      </h3>
      {match ? (
        <dl className="rules-own-list">
          {match.parts.map((part) => (
            <div key={part.key}>
              <dt dir="auto">{fieldName(part, currentLocale())}</dt>
              <dd>
                {t("data-types-permissions:match.part", {
                  like: percent(part.like),
                  weight: formatNumber(part.weight),
                })}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted">{t("data-types-permissions:match.none")}</p>
      )}
    </section>
  );
}
