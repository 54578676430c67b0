// Before a change is taken back: what it does, what does not come back, and what whoever is removed or blocked still has before them.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Ahead } from "#schemas/losses.ts";
import { AheadChoice, Confirm, Losses, problemText, t, useStore } from "#web";
import type { HistoryLine, ReversalLosses } from "../contract.ts";
import { HistoryStore } from "./store.ts";

interface Props {
  line: HistoryLine;
  eventId: number;
  /** The one field that is put back; all of the line without it. */
  field?: { key: string; name: string } | undefined;
  /** It has been taken back, or refused with a problem of the store. */
  onAnswered: (isDone: boolean) => void;
  onClose: () => void;
}

/** What is lost where the change removes somebody goes anyway; who is blocked keeps it unless somebody says otherwise. */
const chosenFor = ({ by }: ReversalLosses): Ahead => ({ calls_off: by === "removing", tells: true });

export const RevertQuestion = observer(function RevertQuestion({ line, eventId, field, onAnswered, onClose }: Props) {
  const store = useStore(HistoryStore);
  const [found, setFound] = useState<ReversalLosses>();
  const [chosen, setChosen] = useState<Ahead>();
  const { reverting, weighing } = store;
  const fields = field && [field.key];
  const reversal = line.reversal ?? "fields";
  const isWeighed = line.may_lose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, as it begins
  useEffect(() => {
    if (!isWeighed) return;
    let isGone = false;
    void store.weigh(eventId, line, fields).then((losses) => {
      if (isGone || !losses) return;
      setFound(losses);
      setChosen(chosenFor(losses));
    });
    return () => {
      isGone = true;
    };
  }, []);
  const revert = async () => {
    const ahead = found?.by && found.losses.length > 0 ? chosen : undefined;
    onAnswered((await store.revert(eventId, line, { fields, ahead })) !== undefined);
  };
  const isUnknown = isWeighed && !found && !weighing.busy && weighing.problem !== undefined;
  return (
    <Confirm
      title={t("history:revert.title")}
      action={t(`history:revert.action.${reversal}`)}
      danger={reversal === "remove"}
      busy={reverting.busy}
      disabled={isWeighed && !found && !isUnknown}
      onConfirm={() => void revert()}
      onClose={onClose}
    >
      <p>
        {field
          ? t("history:revert.field", { name: line.object_label, field: field.name })
          : t(`history:revert.all.${reversal}`, { name: line.object_label })}
      </p>
      {found && found.losses.length > 0 && <Losses losses={found.losses} />}
      {found?.by && chosen && (
        <AheadChoice
          losses={found.losses}
          chosen={chosen}
          canKeep={found.by === "blocking"}
          isLater={false}
          onChoose={setChosen}
        />
      )}
      {isUnknown && weighing.problem && (
        <p className="muted">
          {weighing.problem.code.startsWith("history.")
            ? problemText(weighing.problem, t)
            : t("history:revert.unknownLosses")}
        </p>
      )}
    </Confirm>
  );
});
