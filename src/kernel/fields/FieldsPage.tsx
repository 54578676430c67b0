// The fields of an event, or of several: one list by sections, in an order that keys and pointer change, and one panel for each.
import { type ReactNode, useState } from "react";
import type { Doubles, FieldUse } from "#schemas/fieldEndpoints.ts";
import type { KindOrder } from "#schemas/fieldKind.ts";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import type { Misfits } from "#schemas/fieldMisfits.ts";
import {
  type Field,
  type FieldChange,
  type FieldDraft,
  type FieldLimits,
  type FieldOption,
  fieldName,
} from "#schemas/fields.ts";
import { currentLocale, languageTag, t } from "../i18n/setup.ts";
import type { Tracking, Trackings } from "../store/tracked.ts";
import { Button } from "../ui/Button.tsx";
import { NoMatch } from "../ui/FilterChips.tsx";
import { GonePanel } from "../ui/GonePanel.tsx";
import { add } from "../ui/icons.ts";
import { Page } from "../ui/Page.tsx";
import { EmptyState, ProblemView, Skeleton } from "../ui/states.tsx";
import { useAddress } from "../ui/useAddress.ts";
import { useLastSeen } from "../ui/useLastSeen.ts";
import { askedBy, type MentionsAsker } from "./askedMentions.ts";
import { BulkDialog } from "./BulkDialog.tsx";
import type { FieldBulk } from "./bulkFields.ts";
import { FieldPanel } from "./FieldPanel.tsx";
import { FieldRows, typesText } from "./FieldRows.tsx";
import { FieldTools, useFieldQuestion } from "./FieldTools.tsx";
import type { BulkBack, BulkEnd, BulkJob } from "./fieldBulk.ts";
import type { RunningJobs } from "./fieldJobs.ts";
import { narrowed, ordered } from "./fieldsShown.ts";
import { NEW } from "./fieldsStore.ts";
import { KindDialog, type KindDone } from "./KindDialog.tsx";
import { OptionDialog, type OptionDone } from "./OptionDialog.tsx";

/** What a page of fields does; each answers undefined when it failed. */
export interface FieldActs {
  create: (draft: FieldDraft) => Promise<Field | undefined>;
  save: (field: Field, change: Omit<FieldChange, "rev">) => Promise<Field | undefined>;
  doubles: (field: Field) => Promise<Doubles | undefined>;
  /** How many answers limits would not allow; how the asking stands is in `fitting`, by field. */
  misfits: (field: Field, limits: FieldLimits) => Promise<Misfits | undefined>;
  fitting: Trackings;
  /** What names a field, as its panel or another part asks; how that stands is in `mentioning`. */
  mentions: (field: Field, asker?: MentionsAsker) => Promise<readonly FieldMention[] | undefined>;
  mentioning: Trackings;
  order: (fields: readonly { id: number }[]) => Promise<boolean | undefined>;
  /** `typeIds`: which data types have a restored one that has lost its own. */
  archive: (field: Field, isArchived: boolean, typeIds?: number[]) => Promise<Field | undefined>;
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
  reload: () => unknown;
  recount: () => unknown;
}

/** What is done to several fields together. */
export interface BulkActs {
  run: (fields: readonly Field[], bulk: FieldBulk) => Promise<BulkEnd | undefined>;
  undo: () => Promise<BulkBack | undefined>;
  stop: () => unknown;
  bulking: Tracking;
  unbulking: Tracking;
  halting: Tracking;
  job: BulkJob | undefined;
}

export interface FieldsPageProps {
  title: string;
  help: string;
  actions?: ReactNode;
  /** What was done last and can be undone. */
  last?: ReactNode;
  /** Undefined until they have arrived. */
  fields: readonly Field[] | undefined;
  /** Whose fields can be changed here: the event's, or with 0 those that several events share. */
  eventId: number;
  /** Undefined until it has been counted. */
  use: readonly FieldUse[] | undefined;
  counting: Tracking;
  types: readonly { id: number; type: string }[];
  /** Those of the app that the person may open. */
  events: readonly { id: number; name: string }[];
  /** What else is told and done about a field that is open. */
  more?: ((field: Field) => ReactNode) | undefined;
  locales: readonly string[];
  listing: Tracking;
  /** By field, and by NEW. */
  saving: Trackings;
  /** What is done to the answers of a field, by field. */
  replacing: Trackings;
  /** Whether a field is as one's own act on its answers has made it. */
  isMadeHere: (field: Field) => boolean;
  running: RunningJobs;
  stopping: Tracking;
  stop: (fieldId: number) => unknown;
  acts: FieldActs;
  bulk: BulkActs;
}

/** A page of fields. The component around it is an observer and hands the store's values in. */
export function FieldsPage(props: FieldsPageProps) {
  const { title, help, fields, eventId, listing, acts } = props;
  const [params, change] = useAddress();
  const [retiring, setRetiring] = useState<{ field: Field; option: FieldOption }>();
  const [turning, setTurning] = useState<Field>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [bulkAct, setBulk] = useState<FieldBulk["act"]>();
  const open = params.get("open");
  const opened = fields?.find(({ id }) => String(id) === open);
  const seen = useLastSeen(open, opened, eventId);
  // As it is now: where somebody else saved first, the next attempt starts from there.
  const retired = fields?.find(({ id }) => id === retiring?.field.id) ?? retiring?.field;
  const turned = fields?.find(({ id }) => id === turning?.id) ?? turning;
  const copied = params.get("from");
  // A list that is on its way once more takes nothing from a copy that is being typed.
  const copyable = fields?.find(({ id }) => String(id) === copied);
  const from = useLastSeen(copied, copyable, eventId);
  const show = (id: string | undefined, copied?: number) =>
    change({ open: id, from: copied?.toString() }, { preventScrollReset: true });
  const asked = useFieldQuestion();
  const { question, isArchive, set } = asked;
  const known = {
    use: props.use ?? [],
    nameOf: (field: Field) => fieldName(field, currentLocale()),
    kindOf: (field: Field) => t(`common:fields.kind.${field.kind}`),
    typesOf: (field: Field) => typesText(field, props.types),
    locale: languageTag(),
  };
  const standing = fields?.filter((field) => isArchive || !field.archived_at) ?? [];
  const shown = narrowed(standing, question, known);
  const chosen = shown.filter(({ id }) => selected.has(id));
  const sections = [...new Set(shown.map(({ section }) => section))];
  const action = (
    <Button tone="primary" icon={add} onClick={() => show(NEW)}>
      {t("common:fields.add")}
    </Button>
  );
  const rowsOf = (name: string, rows: readonly Field[], isOwnOrder: boolean) => (
    <FieldRows
      key={name}
      {...props}
      selected={selected}
      onSelect={(ids, isIn) => {
        const next = new Set(selected);
        for (const id of ids) isIn ? next.add(id) : next.delete(id);
        setSelected(next);
      }}
      title={name}
      rows={rows}
      movable={fields?.filter((field) => field.event_id === eventId) ?? []}
      isOwnOrder={isOwnOrder}
      openId={opened?.id}
      onOpen={(id) => show(String(id))}
    />
  );
  return (
    <Page
      title={title}
      help={help}
      actions={
        <>
          <Button aria-pressed={isArchive} onClick={() => set("archived", isArchive ? "" : "1")}>
            {t("common:fields.showArchived")}
          </Button>
          {props.actions}
          {action}
        </>
      }
      // Over the whole page: beside an open field they would take a line or two more, and move what lies below.
      filters={
        (fields ? fields.length > 0 : !listing.problem) && (
          <FieldTools {...asked} types={props.types} shown={shown.length} total={fields && standing.length} />
        )
      }
      side={
        open && !seen && open !== NEW
          ? fields && <GonePanel onClose={() => show(undefined)} />
          : open && (
              <FieldPanel
                key={`${open} ${from?.id ?? ""}`}
                {...props}
                field={seen}
                // Until they are all here once more, none of them has gone.
                isGone={seen !== undefined && fields !== undefined && !opened}
                from={open === NEW ? from : undefined}
                onCopy={() => opened && show(NEW, opened.id)}
                onClose={() => show(undefined)}
                onMade={({ id }) => show(String(id))}
                onRetire={(option) => opened && setRetiring({ field: opened, option })}
                onKind={() => setTurning(opened)}
              />
            )
      }
    >
      {props.last}
      {listing.problem && !fields ? (
        <ProblemView problem={listing.problem} retry={() => void acts.reload()} />
      ) : !fields ? (
        <Skeleton kind="table" />
      ) : fields.length === 0 ? (
        <EmptyState title={t("common:fields.empty")} action={action}>
          {t("common:fields.emptyHelp")}
        </EmptyState>
      ) : (
        <>
          {!props.use && props.counting.problem && (
            <ProblemView problem={props.counting.problem} retry={() => void acts.recount()} />
          )}
          {chosen.length > 0 && (
            <Selected count={chosen.length} onAct={setBulk} onClear={() => setSelected(new Set())} />
          )}
          {standing.length === 0 ? (
            <NoMatch
              title={t("common:fields.allArchived")}
              action={t("common:fields.showArchived")}
              onClear={() => set("archived", "1")}
            >
              {t("common:fields.allArchivedHelp")}
            </NoMatch>
          ) : (
            shown.length === 0 && <NoMatch onClear={asked.clear} />
          )}
          {question.order
            ? shown.length > 0 && rowsOf(t("common:fields.all"), ordered(shown, question.order, known), false)
            : sections.map((section) =>
                rowsOf(
                  section || t("common:fields.noSection"),
                  shown.filter((field) => field.section === section),
                  true,
                ),
              )}
        </>
      )}
      {bulkAct && (
        <BulkDialog
          act={bulkAct}
          type={question.type}
          fields={chosen}
          eventId={eventId}
          types={props.types}
          bulk={props.bulk}
          onClose={(isDone) => {
            setBulk(undefined);
            if (isDone) setSelected(new Set());
          }}
        />
      )}
      {turning && turned && (
        <KindDialog
          field={turned}
          isGone={!fields?.some(({ id }) => id === turned.id)}
          types={props.types}
          events={props.events}
          locales={props.locales}
          replacing={props.replacing.of(turned.id)}
          running={props.running[turned.id]}
          stopping={props.stopping}
          stop={() => props.stop(turned.id)}
          change={(order) => acts.changeKind(turned, order)}
          undo={(jobId) => acts.undoKind(turned, jobId)}
          onClose={() => setTurning(undefined)}
        />
      )}
      {retiring && retired && (
        <OptionDialog
          option={retiring.option}
          field={retired}
          isGone={!fields?.some(({ id }) => id === retired.id)}
          types={props.types}
          events={props.events}
          mentions={(field) => acts.mentions(field, "option")}
          mentioning={acts.mentioning.of(askedBy(retired.id, "option"))}
          replacing={props.replacing.of(retired.id)}
          running={props.running[retired.id]}
          stopping={props.stopping}
          stop={() => props.stop(retired.id)}
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
      {(["type", "untype", "listed", "filter", "archive"] as const).map((act) => (
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
