// Fields one below the other: those of a section, moved by keys and pointer, or all of them by a column.
import { useState } from "react";
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import { type Field, fieldName } from "#schemas/fields.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
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
    types,
    events,
    saving,
    acts,
    openId,
    onOpen,
    selected,
    onSelect,
    isOwnOrder,
  } = props;
  const areAll = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const [dragged, setDragged] = useState<number>();
  const place = async (field: Field, before: Field | undefined) => {
    if (saving.busy || !before || before.id === field.id || before.event_id !== eventId) return;
    const others = movable.filter(({ id }) => id !== field.id);
    const from = movable.findIndex(({ id }) => id === field.id);
    const to = movable.findIndex(({ id }) => id === before.id);
    others.splice(from < to ? to : others.findIndex(({ id }) => id === before.id), 0, {
      ...field,
      section: before.section,
    });
    await acts.order(others.map(({ id, section }) => ({ id, section })));
  };
  // A row that is moved takes its button out of the page for a moment, and the focus with it.
  const move = async (button: HTMLElement, field: Field, before: Field | undefined) => {
    await place(field, before);
    button.focus();
  };
  return (
    <section className="field-section" aria-label={title}>
      <h2>{title}</h2>
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
          {rows.map((field, at) => {
            const isOwn = field.event_id === eventId;
            const name = fieldName(field, currentLocale());
            return (
              <tr
                key={field.id}
                data-row={field.id}
                data-open={field.id === openId || undefined}
                aria-selected={field.id === openId}
                draggable={isOwn && isOwnOrder && !saving.busy}
                onDragStart={() => setDragged(field.id)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => {
                  if (!isOwnOrder) return;
                  const moved = movable.find(({ id }) => id === dragged);
                  if (moved) void place(moved, field);
                }}
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
                  <button type="button" className="field-link" onClick={() => onOpen(field.id)}>
                    {name}
                  </button>
                  <code className="field-key">{field.key}</code>
                  {field.required && <span className="chip">{t("common:fields.required")}</span>}
                  {field.unique && <span className="chip">{t("common:fields.onlyOnce")}</span>}
                  {weightOf(field) > 0 && (
                    <span className="chip">
                      {t("common:fields.matching", { weight: formatNumber(field.match_weight) })}
                    </span>
                  )}
                  {field.places.includes("filter") && <span className="chip">{t("common:fields.mark.filter")}</span>}
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
                <td className="field-number">{answersText(use.find(({ key }) => key === field.key))}</td>
                <td className="field-moves">
                  {isOwn && isOwnOrder && (
                    <>
                      <Button
                        tone="quiet"
                        small
                        aria-disabled={at === 0}
                        aria-label={t("common:fields.up", { name })}
                        onClick={({ currentTarget }) => void move(currentTarget, field, rows[at - 1])}
                      >
                        ↑
                      </Button>
                      <Button
                        tone="quiet"
                        small
                        aria-disabled={at === rows.length - 1}
                        aria-label={t("common:fields.down", { name })}
                        onClick={({ currentTarget }) => void move(currentTarget, field, rows[at + 1])}
                      >
                        ↓
                      </Button>
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

export function typesText({ type_ids }: Field, types: readonly { id: number; type: string }[]): string {
  const names = types.filter(({ id }) => type_ids.includes(id)).map(({ type }) => type);
  return type_ids.length === 0 ? t("common:fields.allTypes") : names.join(", ");
}

function answersText(use: FieldUse | undefined): string {
  const share = shareOf(use);
  const number = formatNumber(use?.answers ?? 0);
  return share === undefined ? number : t("common:fields.answered.short", { number, share });
}
