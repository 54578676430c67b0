// Takes the open profile out of the event, once it has been said what goes with it.
import { observer } from "mobx-react-lite";
import { type RefObject, useState } from "react";
import type { Ahead } from "#schemas/losses.ts";
import { AheadChoice, Button, Confirm, type GridHandle, Losses, offerUndo, t, useEnv, useStore } from "#web";
import type { Thing, ThingRow } from "../contract.ts";
import { EventDataStore } from "./store.ts";

interface Props {
  eventId: number;
  thing: Thing;
  grid: RefObject<GridHandle<ThingRow> | null>;
  onClose: () => void;
}

const ASKED: Ahead = { calls_off: true, tells: true };

export const RemoveThing = observer(function RemoveThing({ eventId, thing, grid, onClose }: Props) {
  const store = useStore(EventDataStore);
  const surroundings = useEnv();
  const { notices } = surroundings;
  const [isAsking, setAsking] = useState(false);
  const [chosen, setChosen] = useState(ASKED);
  const losses = store.losses?.thingId === thing.id ? store.losses.list : undefined;
  const remove = async () => {
    const done = await store.removeThing(eventId, thing, chosen.tells && losses !== undefined && losses.length > 0);
    setAsking(false);
    if (!done) return void (store.removing.problem && notices.failed(store.removing.problem));
    const removed = { eventId, type: "event-data.thing", id: thing.id, name: thing.name };
    const action = offerUndo(surroundings, removed, () => grid.current?.refresh());
    notices.success(t("event-data:remove.done", { name: thing.name }), { action });
    grid.current?.refresh();
    onClose();
  };
  return (
    <p className="panel-foot">
      <Button
        tone="quiet"
        onClick={() => {
          setAsking(true);
          setChosen(ASKED);
          void store.listLosses(eventId, thing.id);
        }}
      >
        {t("event-data:remove.action")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("event-data:remove.title", { name: thing.name })}
          action={t("event-data:remove.action")}
          danger
          busy={store.removing.busy || (store.weighing.busy && !losses)}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{t("event-data:remove.help")}</p>
          {losses && losses.length > 0 && <Losses losses={losses} />}
          {losses && (
            <AheadChoice losses={losses} chosen={chosen} canKeep={false} isLater={false} onChoose={setChosen} />
          )}
          {store.weighing.problem && !losses && <p className="muted">{t("event-data:remove.unknownLosses")}</p>}
        </Confirm>
      )}
    </p>
  );
});
