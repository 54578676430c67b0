// How a field is answered: by how many of those whom it is asked, with which options, and who lacks an answer.
import { Link } from "react-router-dom";
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import { ownFieldName } from "#schemas/fieldMentions.ts";
import { type Field, hasOptions, optionName } from "#schemas/fields.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";

/** The share of the profiles that are asked; undefined where nobody is. */
export function shareOf(use: FieldUse | undefined): number | undefined {
  if (!use?.asked) return undefined;
  // Whoever answered before the data type was taken from the field still does.
  return Math.min(100, Math.floor((use.answers / use.asked) * 100));
}

interface Props {
  field: Field;
  use: FieldUse;
  /** Whose list shows who lacks an answer; 0 where there is none of all events. */
  eventId: number;
}

export function Answered({ field, use, eventId }: Props) {
  const share = shareOf(use);
  const lacking = Math.max(0, (use.asked ?? 0) - use.answers);
  const most = Math.max(1, ...Object.values(use.options));
  const keys = hasOptions(field) ? field.options.map(({ key }) => key) : [];
  return (
    <section aria-label={t("common:fields.answered.title")}>
      <h3>{t("common:fields.answered.title")}</h3>
      <p className="muted">
        {share === undefined
          ? t("common:fields.answered.nobody")
          : t("common:fields.answered.share", {
              count: use.asked ?? 0,
              share,
              number: formatNumber(use.answers),
              asked: formatNumber(use.asked ?? 0),
            })}
      </p>
      {keys.length > 0 && use.answers > 0 && (
        <ul className="field-bars">
          {keys.map((key) => {
            const count = use.options[key] ?? 0;
            return (
              <li key={key}>
                <span dir="auto">{optionName(field, key, currentLocale())}</span>
                <span className="field-bar" aria-hidden="true">
                  <span style={{ inlineSize: `${(count / most) * 100}%` }} />
                </span>
                <span className="field-number">{formatNumber(count)}</span>
              </li>
            );
          })}
        </ul>
      )}
      {eventId > 0 && lacking > 0 && (
        <p>
          <Link to={lackingPath(eventId, field)}>
            {t("common:fields.answered.lacking", { count: lacking, number: formatNumber(lacking) })}
          </Link>
        </p>
      )}
    </section>
  );
}

function lackingPath(eventId: number, { key, type_ids }: Field): string {
  const types = type_ids.length > 0 ? [["type_id", "in", type_ids]] : [];
  const filter = JSON.stringify([[ownFieldName(key), "empty", true], ...types]);
  return `/event-data/${eventId}?${new URLSearchParams({ filter })}`;
}
