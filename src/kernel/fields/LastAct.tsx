// What was done last to fields and their answers, and its undoing, which outlives the dialog in which it was done.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import type { LastFieldAct } from "#schemas/fieldActs.ts";
import { fieldName } from "#schemas/fields.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { useEnv } from "../store/useStore.ts";
import { LastRun } from "../ui/LastRun.tsx";
import { loadStyles } from "../ui/loadStyles.ts";
import progressStyles from "../ui/progress.css?url";
import { Running } from "../ui/Running.tsx";
import { BulkRunning } from "./BulkDialog.tsx";
import type { FieldsStoreInstance } from "./fieldsStore.ts";

interface Props {
  eventId: number;
  store: FieldsStoreInstance;
}

const DONE = {
  ...{ option: "common:fields.last.option", kind: "common:fields.last.kind" },
  ...{ promotion: "common:fields.last.promotion", settling: "common:fields.last.settling" },
} as const;

export const LastAct = observer(function LastAct({ eventId, store }: Props) {
  const { notices } = useEnv();
  // Brought while it is asked what there is to tell: a line that gets its look later moves the list.
  useEffect(() => void loadStyles(progressStyles), []);
  useEffect(() => {
    void store.findLast(eventId);
    const left = store.removalLeft(eventId);
    if (!left) return;
    void store.awaitRemoval(eventId, left).then((done) => {
      const { problem } = store.replacing.of(left.fieldId);
      if (done) notices.success(t("common:fields.removal.done", { name: left.name }));
      else if (problem) notices.failed(problem);
    });
  }, [store, notices, eventId]);
  const { last, followed } = store;
  const name = followed && (followed.name ?? nameIn(store, followed.fieldId));
  return (
    <>
      {followed && (
        <Running
          job={store.running[followed.fieldId]}
          text={t(followed.name ? "common:fields.removal.running" : "common:fields.last.running", { name })}
          stopping={store.stopping}
          onStop={() => store.stop(followed.fieldId)}
        />
      )}
      <LastBulk eventId={eventId} store={store} />
      {last && <Undoing eventId={eventId} store={store} last={last} />}
    </>
  );
});

/** The last act on several fields: going on, or to be undone. */
const LastBulk = observer(function LastBulk({ eventId, store }: Props) {
  const { bulk, bulkJob, bulking, unbulking, halting } = store;
  if (bulking.busy) return <BulkRunning bulk={{ job: bulkJob, halting, stop: store.halt }} />;
  if (!bulk) return null;
  const { act, changed, of, until } = bulk;
  const what = { count: changed.length, number: formatNumber(changed.length), act: t(`common:fields.bulk.${act}`) };
  const undo = async () => {
    const undone = await store.undoBulk(eventId);
    if (!undone) return undefined;
    const { skipped, failed } = undone;
    const each = failed.map(({ id, why }) => `${nameIn(store, id)} · ${why}`);
    return [
      t("common:fields.bulk.undone", { count: undone.changed }),
      ...(skipped > 0 ? [t("common:fields.bulk.skipped", { count: skipped })] : []),
      ...(failed.length > 0 ? [t("common:fields.bulk.notBack", { count: failed.length }), each.join("; ")] : []),
    ].join(" ");
  };
  return (
    <LastRun
      key={until}
      text={
        changed.length < of
          ? t("common:fields.last.bulkOf", { ...what, all: formatNumber(of) })
          : t("common:fields.last.bulk", what)
      }
      until={until}
      store={{ undoing: unbulking, stopping: halting, running: bulkJob, isLost: false, stop: async () => store.halt() }}
      onUndo={undo}
    />
  );
});

const nameIn = ({ fields }: FieldsStoreInstance, id: number) => {
  const field = fields?.find((one) => one.id === id);
  return field ? fieldName(field, currentLocale()) : "";
};

const Undoing = observer(function Undoing({ eventId, store, last }: Props & { last: LastFieldAct }) {
  const field = store.fields?.find(({ id }) => id === last.field_id);
  if (!field) return null;
  const name = fieldName(field, currentLocale());
  const undo = async () => {
    const undone = await store.undoLast(eventId, last);
    // It may be over by now, or somebody has changed the field since.
    if (!undone) return void store.findLast(eventId);
    const { changed, skipped, asksNobody = [] } = undone;
    const counted = (count: number) => ({ count, number: formatNumber(count) });
    const events = new Intl.ListFormat(currentLocale()).format(asksNobody.map(({ event }) => event));
    return [
      changed === 0
        ? t("common:fields.last.back", { name })
        : t("common:fields.last.undone", { name, ...counted(changed) }),
      ...(skipped > 0 ? [t("common:fields.last.skipped", counted(skipped))] : []),
      ...(asksNobody.length > 0 ? [t("common:fields.last.archived", { events })] : []),
    ].join(" ");
  };
  const { undoing, stopping } = store;
  const running = store.running[field.id];
  return (
    <LastRun
      key={last.job.id}
      text={last.isPartlyBack ? t("common:undoStopped") : t(DONE[last.did], { name })}
      by={last.by}
      until={last.until}
      store={{ undoing, stopping, running, isLost: running?.isLost ?? false, stop: () => store.stop(field.id) }}
      disabled={store.replacing.of(field.id).busy}
      onUndo={undo}
    />
  );
});
