// How a field is answered: by how many of those whom it is asked, with which options, and who lacks an answer.
import { Link } from "react-router-dom";
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import { ownFieldName } from "#schemas/fieldMentions.ts";
import { type Field, hasOptions, optionName } from "#schemas/fields.ts";
import { countryName } from "../i18n/countries.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";

/** The share of the profiles that are asked; undefined where nobody is. */
export function shareOf(use: FieldUse | undefined): number | undefined {
  if (!use?.asked) return undefined;
  return shareIn(use.answered ?? 0, use.asked);
}

/** Multiplied first: 29 of 100 would be 28.999… else. */
const shareIn = (answers: number, asked: number) => Math.floor((100 * answers) / asked);

/** By how many profiles a field or an option is answered, in words. */
export function usedBy(count: number): string {
  return t("common:fields.usedBy", { count, number: formatNumber(count) });
}

interface Props {
  field: Field;
  use: FieldUse;
  /** Whose list shows who lacks an answer; 0 where there is none of all events. */
  eventId: number;
  types: readonly { id: number; type: string }[];
}

export function Answered({ field, use, eventId, types: all }: Props) {
  const types = all.filter(({ id }) => use.types?.some(({ type_id }) => type_id === id));
  const share = shareOf(use);
  const keys = countedKeys(field, use);
  const shown = keys.slice(0, hasOptions(field) ? keys.length : SHOWN);
  const others = keys.slice(shown.length).reduce((sum, key) => sum + (use.options[key] ?? 0), 0);
  const most = Math.max(1, others, ...Object.values(use.options));
  return (
    <section aria-label={t("common:fields.answered.title")}>
      <h3>{t("common:fields.answered.title")}</h3>
      <p className="muted">
        {share === undefined
          ? t("common:fields.answered.nobody")
          : t("common:fields.answered.share", {
              count: use.asked ?? 0,
              share,
              number: formatNumber(use.answered ?? 0),
              asked: formatNumber(use.asked ?? 0),
            })}
      </p>
      {keys.length > 0 && use.answers > 0 && (
        <ul className="field-bars">
          {shown.map((key) => (
            <Bar key={key} name={nameOf(field, key)} count={use.options[key] ?? 0} most={most} />
          ))}
          {others > 0 && <Bar name={t("common:fields.answered.others")} count={others} most={most} />}
        </ul>
      )}
      {types.length > 1 && <ByType field={field} eventId={eventId} parts={use.types ?? []} types={types} />}
      {eventId > 0 && <Lacking field={field} use={use} eventId={eventId} />}
    </section>
  );
}

/** Of what can be answered without end, so many answers have a bar of their own. */
const SHOWN = 10;

/** The answers that are counted one by one: all options, yes and no, and the countries that are named, the most frequent first. */
function countedKeys(field: Field, { options }: FieldUse): string[] {
  if (hasOptions(field)) return field.options.map(({ key }) => key);
  if (field.kind === "boolean") return ["true", "false"];
  if (field.kind !== "country") return [];
  return Object.keys(options).sort((one, other) => (options[other] ?? 0) - (options[one] ?? 0));
}

function nameOf(field: Field, key: string): string {
  if (hasOptions(field)) return optionName(field, key, currentLocale());
  return field.kind === "country" ? countryName(key) : t(key === "true" ? "common:answer.yes" : "common:answer.no");
}

function Bar({ name, count, most }: { name: string; count: number; most: number }) {
  return (
    <li>
      <span dir="auto">{name}</span>
      <span className="field-bar" aria-hidden="true">
        <span style={{ inlineSize: `${(count / most) * 100}%` }} />
      </span>
      <span className="field-number">{formatNumber(count)}</span>
    </li>
  );
}

interface LackingProps extends Pick<Props, "field" | "eventId"> {
  use: FieldUse | undefined;
  /** Whether the field is about to be required of them. */
  isWarning?: boolean;
}

/** How many of those whom a field is asked have not answered it, and the way to them. */
export function Lacking({ field, use, eventId, isWarning = false }: LackingProps) {
  const count = (use?.asked ?? 0) - (use?.answered ?? 0);
  if (count <= 0) return null;
  const text = t("common:fields.answered.lacking", { count, number: formatNumber(count) });
  const shown = eventId > 0 ? <Link to={lackingPath(eventId, field)}>{text}</Link> : text;
  if (!isWarning) return <p>{shown}</p>;
  return (
    <p className="note-warn" role="status">
      {shown}. {t("common:fields.answered.lackingStay")}
    </p>
  );
}

interface ByTypeProps extends Omit<Props, "use"> {
  parts: NonNullable<FieldUse["types"]>;
}

/** How complete the answers of each data type are, with the way to those that lack one. */
function ByType({ field, eventId, parts, types }: ByTypeProps) {
  return (
    <table className="field-complete">
      <caption>{t("common:fields.answered.byType")}</caption>
      <tbody>
        {types.map(({ id, type }) => {
          const { answers = 0, asked = 0 } = parts.find(({ type_id }) => type_id === id) ?? {};
          const share = asked === 0 ? 0 : shareIn(answers, asked);
          const told = t("common:fields.answered.ofType", {
            share,
            number: formatNumber(answers),
            asked: formatNumber(asked),
          });
          return (
            <tr key={id}>
              <th scope="row" dir="auto">
                {eventId > 0 && answers < asked ? (
                  <Link
                    to={lackingPath(eventId, { key: field.key, type_ids: [id] })}
                    title={t("common:fields.answered.who")}
                  >
                    {type}
                  </Link>
                ) : (
                  type
                )}
              </th>
              <td aria-hidden="true">
                <span className="field-bar">
                  <span style={{ inlineSize: `${share}%` }} />
                </span>
              </td>
              <td className="field-number">{told}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function lackingPath(eventId: number, { key, type_ids }: Pick<Field, "key" | "type_ids">): string {
  const types = type_ids.length > 0 ? [["type_id", "in", type_ids]] : [];
  const filter = JSON.stringify([[ownFieldName(key), "empty", true], ...types]);
  return `/event-data/${eventId}?${new URLSearchParams({ filter })}`;
}
