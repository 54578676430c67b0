// What one field of several would be like: its options with the events that they come from, and what the events had otherwise.
import type { Promotion } from "#schemas/fieldPromotion.ts";
import { inLanguage } from "#schemas/fields.ts";
import { currentLocale, formatNumber, t } from "#web";

interface Props {
  preview: Pick<Promotion, "field" | "options" | "unlike">;
  /** Names of the events by their ids. */
  events: ReadonlyMap<number, string>;
}

export function Merging({ preview, events }: Props) {
  const { options, unlike } = preview;
  if (options.length === 0 && unlike.length === 0) return null;
  const count = options.length;
  return (
    <section aria-label={t("multi-event-fields:promote.merging")}>
      <h3>{t("multi-event-fields:promote.merging")}</h3>
      {unlike.length > 0 && (
        <ul>
          {unlike.map((fact) => (
            <li key={fact}>{t(`multi-event-fields:promote.unlike.${fact}`)}</li>
          ))}
        </ul>
      )}
      {count > 0 && (
        <table className="field-examples">
          <caption>{t("multi-event-fields:promote.options", { count, number: formatNumber(count) })}</caption>
          <thead>
            <tr>
              <th scope="col">{t("multi-event-fields:promote.option")}</th>
              <th scope="col">{t("multi-event-fields:promote.optionOf")}</th>
            </tr>
          </thead>
          <tbody>
            {options.map(({ key, labels, archived, of }) => (
              <tr key={key}>
                <th scope="row">
                  <span dir="auto">{inLanguage(labels, currentLocale()) || key}</span>{" "}
                  {archived && <span className="chip">{t("common:fields.archived")}</span>}
                </th>
                <td>{sourcesText({ key, of }, preview.field.event_ids.length, events)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function sourcesText(
  { key, of }: Pick<Promotion["options"][number], "key" | "of">,
  all: number,
  events: Props["events"],
) {
  const isEverywhere = all > 1 && of.length === all && of.every((one) => one.key === key);
  if (isEverywhere) return t("multi-event-fields:promote.everywhere");
  return of
    .map(({ event_id, key: was }) => {
      const event = events.get(event_id) ?? "";
      return was === key ? event : t("multi-event-fields:promote.renamed", { event, was, key });
    })
    .join("; ");
}
