// Takes a data type out of the event; where something still needs it, what that is and where it stands instead.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { Button, Confirm, Dialog, formatNumber, ProblemView, Skeleton, t, useEnv, useStore, useTold } from "#web";
import type { NeedHere } from "../contract.ts";
import { type ShownType, TypeRulesStore } from "./store.ts";

interface Props {
  type: ShownType;
  onClose: () => void;
}

export const LeaveDialog = observer(function LeaveDialog({ type, onClose }: Props) {
  const store = useStore(TypeRulesStore);
  const { notices } = useEnv();
  const told = useTold(store.moving);
  const [needs, setNeeds] = useState<readonly NeedHere[]>();
  const ask = async () => setNeeds(await store.listNeeds(type.id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => void ask(), []);
  const title = t("data-types-permissions:types.leaveTitle", { type: type.type });
  const leave = async () => {
    if (await store.leave(type.id)) {
      notices.success(t("data-types-permissions:types.left", { type: type.type }));
      return onClose();
    }
    const { problem } = store.moving;
    // Somebody may have given it to a profile in between: then that is told here.
    if (told.isDrawn() && problem?.code === "data-types-permissions.in_use") return void ask();
    onClose();
    if (problem) notices.failed(problem);
  };
  if (needs?.length === 0) {
    return (
      <Confirm
        title={title}
        action={t("data-types-permissions:types.leave")}
        danger
        busy={store.moving.busy}
        onConfirm={() => void leave()}
        onClose={onClose}
      >
        <p>{t("data-types-permissions:types.leaveHelp")}</p>
      </Confirm>
    );
  }
  const { problem } = store.needing;
  return (
    <Dialog title={title} onClose={onClose} foot={<Button onClick={onClose}>{t("common:close")}</Button>}>
      {!needs && problem && <ProblemView problem={problem} retry={() => void ask()} />}
      {!needs && !problem && <Skeleton rows={2} />}
      {needs && (
        <>
          <p>{t("data-types-permissions:types.needed")}</p>
          <ul className="rules-needs">
            {needs.map(({ label, count, path }) => (
              <li key={label}>
                <Link to={path}>{t(label, { count, number: formatNumber(count) })}</Link>
              </li>
            ))}
          </ul>
          <p className="field-help">{t("data-types-permissions:types.neededHelp")}</p>
        </>
      )}
    </Dialog>
  );
});
