// Which group decides where a profile is in several that say something, and in which order they stand.
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import { Button, Dialog, moved, Ordered, problemText, t, useEnv, useStore, useTold } from "#web";
import { GROUP_PRIORITIES } from "../../data-types-permissions/contract.ts";
import type { Priority } from "../contract.ts";
import { CustomGroupsStore } from "./store.ts";
import { useMayRule } from "./useMayRule.ts";

interface Props {
  eventId: number;
  onClose: () => void;
}

export const PriorityDialog = observer(function PriorityDialog({ eventId, onClose }: Props) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const name = useId();
  const mayRule = useMayRule();
  const { choosing, priority } = store;
  // What was chosen here is on top of this: a newer choice of somebody else's is not replaced before it is told.
  const [base, setBase] = useState(priority);
  const [isTouched, setTouched] = useState(false);
  const [rule, setRule] = useState<Priority["rule"]>(priority?.rule ?? "permissive");
  const [order, setOrder] = useState<readonly number[]>(() => store.ranked.map(({ id }) => id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: as another choice arrives
  useEffect(() => {
    if (!priority || isTouched) return;
    setBase(priority);
    setRule(priority.rule);
    setOrder(store.ranked.map(({ id }) => id));
  }, [priority]);
  const told = useTold(choosing);
  const isStale = choosing.problem?.code === "stale";
  const groups = order.flatMap((id) => store.group(id) ?? []);
  const rows = [...groups, ...store.ranked.filter(({ id }) => !order.includes(id))];
  const choose = (one: Priority["rule"]) => {
    setTouched(true);
    setRule(one);
  };
  const save = async () => {
    const ids = rows.map(({ id }) => id);
    if (!(await store.savePriority(eventId, { rev: base?.rev ?? 0, rule, order: ids }))) {
      if (choosing.problem?.code === "stale") setBase(store.priority);
      return;
    }
    notices.success(t("common:toast.saved"));
    if (told.isDrawn()) onClose();
  };
  const foot = (
    <>
      <Button onClick={onClose} disabled={choosing.busy}>
        {t(mayRule ? "common:cancel" : "common:close")}
      </Button>
      {mayRule && (
        <Button tone="primary" busy={choosing.busy} onClick={() => void save()}>
          {t(isStale ? "custom-groups:saveAgain" : "common:save")}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t("custom-groups:priority.title")} onClose={onClose} width={560} foot={foot} held={choosing.busy}>
      <p className="field-help">{t("custom-groups:priority.help")}</p>
      {!mayRule && <p className="form-read-only">{t("custom-groups:said.locked")}</p>}
      {isStale ? (
        <p className="note-warn" role="alert">
          {t("custom-groups:priority.stale", { rule: t(`custom-groups:priority.${store.priority?.rule}`) })}
        </p>
      ) : (
        choosing.problem && (
          <p className="form-problem" role="alert">
            {problemText(choosing.problem, t)}
          </p>
        )
      )}
      <fieldset className="group-said" disabled={!mayRule || choosing.busy}>
        <legend>{t("custom-groups:priority.which")}</legend>
        {GROUP_PRIORITIES.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={rule === one} onChange={() => choose(one)} />
            {t(`custom-groups:priority.${one}`)}
          </label>
        ))}
      </fieldset>
      <p className="field-help">{t(`custom-groups:priority.${rule}Help`)}</p>
      {rule === "highest" && (
        <Ordered
          rows={rows}
          held={!mayRule || choosing.busy}
          onMove={(from, to) => {
            setTouched(true);
            setOrder(moved(rows, from, to).map(({ id }) => id));
          }}
        >
          {(place) => (
            <ol className="group-ranking" aria-label={t("custom-groups:priority.order")}>
              {rows.map((group, at) => (
                <li key={group.id} {...place(at).drag}>
                  <div>
                    <span className={`group-name group-${group.colour}`} dir="auto">
                      {group.name}
                    </span>
                    {group.see === null && group.recommend === null && (
                      <span className="muted">{t("custom-groups:priority.silent")}</span>
                    )}
                    {mayRule && place(at).moves}
                  </div>
                </li>
              ))}
            </ol>
          )}
        </Ordered>
      )}
    </Dialog>
  );
});
