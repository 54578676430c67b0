// The answers that several profiles give, where no two may: each with links to those who give it.
import { Link } from "react-router-dom";
import type { Doubles } from "#schemas/fieldEndpoints.ts";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";

export function Alike({ doubles }: { doubles: Doubles }) {
  const rest = doubles.answers - doubles.sample.length;
  const counted = (key: string, count: number) =>
    t(`common:fields.alike.${key}`, { count, number: formatNumber(count) });
  return (
    <section className="field-alike" aria-label={t("common:fields.alike.title")}>
      <h3>{t("common:fields.alike.title")}</h3>
      <p className="field-help">{t("common:fields.alike.help")}</p>
      <ul>
        {doubles.sample.map(({ answer, profiles, things }) => (
          <li key={answer}>
            <strong>{answer}</strong>
            <span className="field-alike-things">
              {things.map(({ id, event_id, name }) => (
                <Link key={id} to={`/event-data/${event_id}/profile/${id}`} dir="auto">
                  {name}
                </Link>
              ))}
              {profiles > things.length && <span className="muted">{counted("more", profiles - things.length)}</span>}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="muted">{counted("rest", rest)}</p>}
    </section>
  );
}
