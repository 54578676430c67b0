// What was done last to fields and their answers, and its undoing, which outlives the dialog in which it was done.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { fieldName } from "#schemas/fields.ts";
import { formatNumber } from "../i18n/formats.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { LastRun } from "../ui/LastRun.tsx";
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
  useEffect(() => void store.findLast(eventId), [store, eventId]);
  const { last } = store;
  const field = store.fields?.find(({ id }) => id === last?.field_id);
  if (!last || !field) return null;
  const name = fieldName(field, currentLocale());
  const undo = async () => {
    const undone = await store.undoLast(eventId, last);
    // It may be over by now, or somebody has changed the field since.
    if (!undone) return void store.findLast(eventId);
    const { changed, skipped } = undone;
    const told =
      changed === 0
        ? t("common:fields.last.back", { name })
        : t("common:fields.last.undone", { name, count: changed, number: formatNumber(changed) });
    if (skipped === 0) return told;
    return `${told} ${t("common:fields.last.skipped", { count: skipped, number: formatNumber(skipped) })}`;
  };
  const { undoing, stopping } = store;
  const running = store.running[field.id];
  return (
    <LastRun
      key={last.job.id}
      text={last.isPartlyBack ? t("common:undoStopped") : t(DONE[last.did], { name })}
      until={last.until}
      store={{ undoing, stopping, running, isLost: false, stop: () => store.stop(field.id) }}
      disabled={store.replacing.of(field.id).busy}
      onUndo={undo}
    />
  );
});
