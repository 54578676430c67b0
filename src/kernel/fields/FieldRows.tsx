// Fields one below the other: those of a section, moved by keys and pointer, or all of them by a column.
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import { type Field, fieldName } from "#schemas/fields.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { OpenLink, useHrefWith } from "../ui/OpenLink.tsx";
import { Ordered, refilled } from "../ui/Ordered.tsx";
import type { RowId } from "../ui/useOwnOrder.ts";
import { shareOf } from "./Answered.tsx";
import { eventsText } from "./FieldConflict.tsx";
import type { FieldsPageProps } from "./FieldsPage.tsx";
import { weightOf } from "./fieldsShown.ts";

export interface FieldRowsProps extends FieldsPageProps {
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], isIn: boolean) => void;
  rows: readonly Field[];
  movable: readonly Field[];
  openId: number | undefined;
  /** Whether rows stand in the order that people gave them, and are moved in it. */
  isOwnOrder: boolean;
  onOpen: (id: number) => void;
}

export function FieldRows(props: FieldRowsProps) {
  const {
    title,
    rows,
    movable,
    eventId,
    use,
    counting,
    types,
    events,
    acts,
    openId,
    onOpen,
    selected,
    onSelect,
    isOwnOrder,
  } = props;
  const hrefWith = useHrefWith();
  const areAll = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const order = async (ids: readonly RowId[]) => {
    // Rows are moved within their section; which one that is, somebody else may have changed since.
    const own = ids.map((id) => ({ id })).filter(({ id }) => movable.some((one) => one.id === id));
    const isMoved = await acts.order(refilled(movable, own).map(({ id }) => ({ id })));
    return isMoved === true;
  };
  return (
    <section className="field-section" aria-label={title}>
      <h2>{title}</h2>
      <Ordered
        rows={rows.map((field) => ({ id: field.id, name: fieldName(field, currentLocale()) }))}
        held={!isOwnOrder}
        // What every event asks has its place among the fields of all events.
        takes={(id) => movable.some((one) => one.id === id)}
        onOrder={order}
      >
        {(place, inOrder) => (
          <table>
            <thead>
              <tr>
                <th scope="col" className="field-tick">
                  <input
                    type="checkbox"
                    aria-label={t("common:fields.bulk.selectAll", { section: title })}
                    checked={areAll}
                    onChange={() =>
                      onSelect(
                        rows.map(({ id }) => id),
                        !areAll,
                      )
                    }
                  />
                </th>
                <th scope="col">{t("common:fields.name")}</th>
                <th scope="col">{t("common:fields.kind")}</th>
                <th scope="col">{t(eventId === 0 ? "common:fields.typesAndEvents" : "common:fields.types")}</th>
                <th scope="col" className="field-number">
                  {t("common:fields.answers")}
                </th>
                <th scope="col">
                  <span className="sr-only">{t("common:fields.order")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {inOrder(rows).map((field, at) => {
                const isOwn = field.event_id === eventId;
                const name = fieldName(field, currentLocale());
                return (
                  <tr
                    key={field.id}
                    data-row={field.id}
                    data-open={field.id === openId || undefined}
                    aria-selected={field.id === openId}
                    {...(isOwn ? place(at).drag : {})}
                  >
                    <td className="field-tick">
                      <input
                        type="checkbox"
                        aria-label={t("common:fields.bulk.select", { name })}
                        checked={selected.has(field.id)}
                        onChange={({ target }) => onSelect([field.id], target.checked)}
                      />
                    </td>
                    <th scope="row">
                      <OpenLink
                        className="field-link"
                        href={hrefWith({ open: field.id, from: undefined })}
                        onOpen={() => onOpen(field.id)}
                      >
                        {name}
                      </OpenLink>
                      <code className="field-key">{field.key}</code>
                      {field.required && <span className="chip">{t("common:fields.required")}</span>}
                      {field.unique && <span className="chip">{t("common:fields.onlyOnce")}</span>}
                      {weightOf(field) > 0 && (
                        <span className="chip">
                          {t("common:fields.matching", { weight: formatNumber(field.match_weight) })}
                        </span>
                      )}
                      {field.places.includes("filter") && (
                        <span className="chip">{t("common:fields.mark.filter")}</span>
                      )}
                      {!isOwn && <span className="chip chip-accent">{t("common:fields.shared")}</span>}
                      {field.archived_at && <span className="chip">{t("common:fields.archived")}</span>}
                    </th>
                    <td>
                      {t(`common:fields.kind.${field.kind}`)}
                      {!isOwnOrder && field.section && <span className="clamped muted">{field.section}</span>}
                    </td>
                    <td>
                      <span className="clamped">{typesText(field, types)}</span>
                      {eventId === 0 && <span className="clamped muted">{eventsText(field.event_ids, events)}</span>}
                    </td>
                    <td className="field-number">
                      {use ? answersText(use.find(({ key }) => key === field.key)) : counting.problem ? "–" : "…"}
                    </td>
                    <td className="field-moves">{isOwn && isOwnOrder && place(at).moves}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </Ordered>
    </section>
  );
}

export function typesText({ type_ids }: Field, types: readonly { id: number; type: string }[]): string {
  const names = types.filter(({ id }) => type_ids.includes(id)).map(({ type }) => type);
  // Those that are chosen may all be of other events.
  return type_ids.length === 0 ? t("common:fields.allTypes") : names.join(", ") || t("common:fields.noTypes");
}

function answersText(use: FieldUse | undefined): string {
  const share = shareOf(use);
  const number = formatNumber((share === undefined ? use?.answers : use?.answered) ?? 0);
  return share === undefined ? number : t("common:fields.answered.short", { number, share });
}
