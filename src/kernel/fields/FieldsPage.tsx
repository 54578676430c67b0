// The fields of an event, or of several: one list by sections, in an order that keys and pointer change, and one panel for each.
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Doubles, FieldUse } from "#schemas/fieldEndpoints.ts";
import type { KindOrder } from "#schemas/fieldKind.ts";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import {
  FIELD_MATCHED,
  type Field,
  type FieldChange,
  type FieldDraft,
  type FieldOption,
  fieldName,
} from "#schemas/fields.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import type { Tracking } from "../store/tracked.ts";
import { Button } from "../ui/Button.tsx";
import { add } from "../ui/icons.ts";
import { Page } from "../ui/Page.tsx";
import { EmptyState, ProblemView, Skeleton } from "../ui/states.tsx";
import { shareOf } from "./Answered.tsx";
import { BulkDialog } from "./BulkDialog.tsx";
import type { FieldBulk } from "./bulkFields.ts";
import { eventsText } from "./FieldConflict.tsx";
import { FieldPanel } from "./FieldPanel.tsx";
import type { RunningJob } from "./fieldsStore.ts";
import { KindDialog, type KindDone } from "./KindDialog.tsx";
import { OptionDialog, type OptionDone } from "./OptionDialog.tsx";

/** What a page of fields does; each answers undefined when it failed. */
export interface FieldActs {
  create: (draft: FieldDraft) => Promise<Field | undefined>;
  save: (field: Field, change: Omit<FieldChange, "rev">) => Promise<Field | undefined>;
  /** Whether the last save failed since somebody else had saved in between. */
  isLate: () => boolean;
  doubles: (field: Field) => Promise<Doubles | undefined>;
  mentions: (field: Field) => Promise<readonly FieldMention[] | undefined>;
  order: (fields: readonly { id: number; section: string }[]) => Promise<unknown>;
  archive: (field: Field, isArchived: boolean) => Promise<Field | undefined>;
  replaceOption: (
    field: Field,
    option: string,
    into: string | undefined,
    mode: "dry-run" | "apply",
  ) => Promise<OptionDone | undefined>;
  undoOption: (field: Field, jobId: number) => Promise<OptionDone | undefined>;
  changeKind: (field: Field, order: Omit<KindOrder, "rev">) => Promise<KindDone | undefined>;
  undoKind: (field: Field, jobId: number) => Promise<KindDone | undefined>;
  remove: (field: Field) => Promise<unknown>;
  /** Saves, archives or restores one of several without a word; a text tells why it failed. */
  one: (field: Field, act: Omit<FieldChange, "rev"> | "archive" | "restore") => Promise<Field | string>;
  reload: () => unknown;
}

/** What is done to the answers of a field. */
interface Replacing extends Tracking {
  running: RunningJob | undefined;
  stop: () => unknown;
}

export interface FieldsPageProps {
  title: string;
  help: string;
  actions?: ReactNode;
  /** Undefined until they have arrived. */
  fields: readonly Field[] | undefined;
  /** Whose fields can be changed here: the event's, or with 0 those that several events share. */
  eventId: number;
  use: readonly FieldUse[];
  types: readonly { id: number; type: string }[];
  /** Those of the app that the person may open. */
  events: readonly { id: number; name: string }[];
  /** What else is told and done about a field that is open. */
  more?: ((field: Field) => ReactNode) | undefined;
  locales: readonly string[];
  listing: Tracking;
  saving: Tracking;
  replacing: Replacing;
  acts: FieldActs;
}

/** A page of fields. The component around it is an observer and hands the store's values in. */
export function FieldsPage(props: FieldsPageProps) {
  const { title, help, fields, eventId, listing, acts } = props;
  const [params, setParams] = useSearchParams();
  const [isArchive, setArchive] = useState(false);
  const [retiring, setRetiring] = useState<{ field: Field; option: FieldOption }>();
  const [turning, setTurning] = useState<Field>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [bulk, setBulk] = useState<FieldBulk["act"]>();
  const open = params.get("open");
  const opened = fields?.find(({ id }) => String(id) === open);
  // As it is now: where somebody else saved first, the next attempt starts from there.
  const retired = fields?.find(({ id }) => id === retiring?.field.id) ?? retiring?.field;
  const turned = fields?.find(({ id }) => id === turning?.id) ?? turning;
  const show = (id: string | undefined) => setParams(id ? { open: id } : {}, { preventScrollReset: true });
  const shown = fields?.filter((field) => isArchive || !field.archived_at) ?? [];
  const chosen = shown.filter(({ id }) => selected.has(id));
  const sections = [...new Set(shown.map(({ section }) => section))];
  const action = (
    <Button tone="primary" icon={add} onClick={() => show("new")}>
      {t("common:fields.add")}
    </Button>
  );
  return (
    <Page
      title={title}
      help={help}
      actions={
        <>
          <Button aria-pressed={isArchive} onClick={() => setArchive(!isArchive)}>
            {t("common:fields.showArchived")}
          </Button>
          {props.actions}
          {action}
        </>
      }
      side={
        (opened || open === "new") && (
          <FieldPanel
            key={open}
            {...props}
            field={opened}
            onClose={() => show(undefined)}
            onMade={({ id }) => show(String(id))}
            onRetire={(option) => opened && setRetiring({ field: opened, option })}
            onKind={() => setTurning(opened)}
          />
        )
      }
    >
      {listing.problem && !fields ? (
        <ProblemView problem={listing.problem} retry={() => void acts.reload()} />
      ) : !fields ? (
        <Skeleton kind="table" />
      ) : shown.length === 0 ? (
        <EmptyState title={t("common:fields.empty")} action={action}>
          {t("common:fields.emptyHelp")}
        </EmptyState>
      ) : (
        <>
          {chosen.length > 0 && (
            <Selected count={chosen.length} onAct={setBulk} onClear={() => setSelected(new Set())} />
          )}
          {sections.map((section) => (
            <Section
              key={section}
              {...props}
              selected={selected}
              onSelect={(ids, isIn) => {
                const next = new Set(selected);
                for (const id of ids) isIn ? next.add(id) : next.delete(id);
                setSelected(next);
              }}
              title={section || t("common:fields.noSection")}
              rows={shown.filter((field) => field.section === section)}
              movable={fields.filter((field) => field.event_id === eventId)}
              openId={opened?.id}
              onOpen={(id) => show(String(id))}
            />
          ))}
        </>
      )}
      {bulk && (
        <BulkDialog
          act={bulk}
          fields={chosen}
          eventId={eventId}
          types={props.types}
          acts={acts}
          onClose={() => {
            setBulk(undefined);
            setSelected(new Set());
          }}
        />
      )}
      {turning && turned && (
        <KindDialog
          field={turned}
          types={props.types}
          events={props.events}
          locales={props.locales}
          busy={props.replacing.busy}
          problem={props.replacing.problem}
          running={props.replacing.running}
          stop={props.replacing.stop}
          change={(order) => acts.changeKind(turned, order)}
          undo={(jobId) => acts.undoKind(turned, jobId)}
          onClose={() => setTurning(undefined)}
        />
      )}
      {retiring && retired && (
        <OptionDialog
          option={retiring.option}
          field={retired}
          types={props.types}
          events={props.events}
          mentions={acts.mentions}
          busy={props.replacing.busy}
          problem={props.replacing.problem}
          running={props.replacing.running}
          stop={props.replacing.stop}
          replace={(into, mode) => acts.replaceOption(retired, retiring.option.key, into, mode)}
          undo={(jobId) => acts.undoOption(retired, jobId)}
          onClose={() => setRetiring(undefined)}
        />
      )}
    </Page>
  );
}

interface SelectedProps {
  count: number;
  onAct: (act: FieldBulk["act"]) => void;
  onClear: () => void;
}

/** What can be done to the fields that are selected. */
function Selected({ count, onAct, onClear }: SelectedProps) {
  return (
    <section className="field-selected" aria-label={t("common:fields.bulk.selected", { count })}>
      <span role="status">{t("common:fields.bulk.selected", { count })}</span>
      {(["type", "listed", "archive"] as const).map((act) => (
        <Button key={act} small onClick={() => onAct(act)}>
          {t(`common:fields.bulk.${act}`)}
        </Button>
      ))}
      <Button tone="quiet" small onClick={onClear}>
        {t("common:fields.bulk.clear")}
      </Button>
    </section>
  );
}

interface SectionProps extends FieldsPageProps {
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], isIn: boolean) => void;
  rows: readonly Field[];
  movable: readonly Field[];
  openId: number | undefined;
  onOpen: (id: number) => void;
}

function Section(props: SectionProps) {
  const { title, rows, movable, eventId, use, types, events, saving, acts, openId, onOpen, selected, onSelect } = props;
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
                draggable={isOwn && !saving.busy}
                onDragStart={() => setDragged(field.id)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => {
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
                  {field.required && <span className="chip">{t("common:fields.required")}</span>}
                  {field.unique && <span className="chip">{t("common:fields.onlyOnce")}</span>}
                  {field.match_weight > 0 && FIELD_MATCHED.includes(field.kind) && (
                    <span className="chip">
                      {t("common:fields.matching", { weight: formatNumber(field.match_weight) })}
                    </span>
                  )}
                  {!isOwn && <span className="chip chip-accent">{t("common:fields.shared")}</span>}
                  {field.archived_at && <span className="chip">{t("common:fields.archived")}</span>}
                </th>
                <td>{t(`common:fields.kind.${field.kind}`)}</td>
                <td>
                  <span className="clamped">{typesText(field, types)}</span>
                  {eventId === 0 && <span className="clamped muted">{eventsText(field.event_ids, events)}</span>}
                </td>
                <td className="field-number">{answersText(use.find(({ key }) => key === field.key))}</td>
                <td className="field-moves">
                  {isOwn && (
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

function typesText({ type_ids }: Field, types: readonly { id: number; type: string }[]): string {
  const names = types.filter(({ id }) => type_ids.includes(id)).map(({ type }) => type);
  return type_ids.length === 0 ? t("common:fields.allTypes") : names.join(", ");
}

function answersText(use: FieldUse | undefined): string {
  const share = shareOf(use);
  const number = formatNumber(use?.answers ?? 0);
  return share === undefined ? number : t("common:fields.answered.short", { number, share });
}
