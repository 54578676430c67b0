// People whose answers to a multi-event field differ between events: one rule for all, or an answer for each by hand; undone.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { SettleDraft, Settled } from "#schemas/fieldDiffering.ts";
import { type Field, fieldName } from "#schemas/fields.ts";
import {
  currentLocale,
  Dialog,
  EmptyState,
  formatNumber,
  ProblemView,
  problemText,
  Running,
  Skeleton,
  StepsFoot,
  t,
  useSession,
  useStore,
  useTold,
} from "#web";
import { Differing } from "./Differing.tsx";
import { MultiEventFieldsStore } from "./store.ts";
import { useChoices } from "./useChoices.ts";

interface Props {
  field: Field;
  onClose: () => void;
}

export const SettleDialog = observer(function SettleDialog({ field, onClose }: Props) {
  const store = useStore(MultiEventFieldsStore);
  const events = new Map(useSession().events?.map(({ id, name }) => [id, name]));
  const [rule, setRule] = useState<SettleDraft["differing"]>("newest");
  const { choices, onChoice, byHand } = useChoices();
  const [done, setDone] = useState<{ jobId: number; result: Settled; isStopped: boolean }>();
  const [undone, setUndone] = useState<{ result: Settled; isStopped: boolean }>();
  useEffect(() => void store.listDiffering(field.id), [store, field.id]);
  const { problem } = store.settling;
  // Both are jobs, of which one is told and stopped.
  const busy = store.settling.busy || store.bringing.busy;
  const told = useTold(store.settling);
  const name = fieldName(field, currentLocale());
  const title = t("multi-event-fields:differ.of", { name });
  const known = store.differing?.field.id === field.id ? store.differing : undefined;
  const counted = (key: string, count: number) =>
    t(`multi-event-fields:differ.${key}`, { count, number: formatNumber(count) });
  const apply = async () => {
    const settled = await store.settle(field.id, { differing: rule, choices: byHand });
    setDone(settled);
    if (settled) told.done(counted("done", settled.result.changed), { title });
    else told.failed(t("multi-event-fields:differ.notDone", { name }), apply);
  };
  const isNothing = rule === "stay" && byHand.length === 0;
  const undo = async (jobId: number): Promise<void> => {
    const back = await store.undoSettling(field.id, jobId);
    if (!back) return told.failed(t("multi-event-fields:differ.notUndone", { name }), () => undo(jobId));
    setUndone(back);
    told.done(counted("undone", back.result.changed), { title });
  };
  const foot = (
    <StepsFoot
      busy={busy}
      onClose={onClose}
      next={
        known !== undefined &&
        known.differing > 0 && { text: t("multi-event-fields:differ.apply"), disabled: isNothing, act: apply }
      }
      done={done !== undefined}
      onUndo={done?.result.until && (!undone || undone.isStopped) ? () => undo(done.jobId) : undefined}
    />
  );
  const { result, isStopped } = undone ?? done ?? {};
  return (
    <Dialog title={title} width={640} onClose={onClose} held={busy} foot={foot}>
      {result ? (
        <p role="status">
          {isStopped && t(undone ? "common:undoStopped" : "multi-event-fields:differ.stopped")}{" "}
          {counted(undone ? "undone" : "done", result.changed)}{" "}
          {result.skipped > 0 && counted("skipped", result.skipped)} {!undone && result.until && t("common:undoHelp")}
        </p>
      ) : store.comparing.problem && !known ? (
        <ProblemView problem={store.comparing.problem} retry={() => void store.listDiffering(field.id)} />
      ) : !known ? (
        <Skeleton rows={4} />
      ) : known.differing === 0 ? (
        <EmptyState title={t("multi-event-fields:differ.none")}>{t("multi-event-fields:differ.noneHelp")}</EmptyState>
      ) : (
        <Differing
          preview={known}
          events={events}
          differing={rule}
          choices={choices}
          onDiffering={setRule}
          onChoice={onChoice}
          bring={() => store.differingFile(field.id)}
          bringing={store.bringing}
        />
      )}
      <Running job={store.running[0]} stopping={store.stopping} onStop={() => store.stop(0)} />
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Dialog>
  );
});
