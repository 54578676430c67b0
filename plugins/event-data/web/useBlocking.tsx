// Before a profile is saved as blocked: what it still has before it, such as confirmed meetings, and what is to become of it.
import { type ReactNode, useRef, useState } from "react";
import { Confirm, Losses, t, useStore } from "#web";
import type { Loss, Thing, ThingChange } from "../contract.ts";
import { type Ahead, AheadChoice } from "./AheadChoice.tsx";
import { EventDataStore } from "./store.ts";
import type { SavingThing } from "./useSaveThing.ts";

const ASKED: Ahead = { calls_off: false, tells: true };

export interface Blocking {
  /** Saves a change; nothing where it failed, or where somebody thinks again. */
  save: (change: ThingChange) => Promise<Thing | undefined>;
  dialog: ReactNode;
}

export function useBlocking(eventId: number, thing: Thing, saveThing: SavingThing["save"]): Blocking {
  const store = useStore(EventDataStore);
  const [losses, setLosses] = useState<readonly Loss[]>();
  const [chosen, setChosen] = useState(ASKED);
  const answer = useRef<(ahead: Ahead | undefined) => void>(undefined);
  const say = (ahead: Ahead | undefined) => {
    setLosses(undefined);
    answer.current?.(ahead);
  };
  const save = async (change: ThingChange) => {
    if (change.status !== "blocked" || thing.status === "blocked") return saveThing(thing, change);
    await store.listLosses(eventId, thing.id, "blocking");
    const found = store.losses?.thingId === thing.id ? store.losses.list : [];
    if (found.length === 0) return saveThing(thing, change);
    setChosen(ASKED);
    setLosses(found);
    const ahead = await new Promise<Ahead | undefined>((resolve) => {
      answer.current = resolve;
    });
    return ahead && saveThing(thing, change, { ahead });
  };
  return {
    save,
    dialog: losses && (
      <Confirm
        title={t("event-data:block.title", { name: thing.name })}
        action={t("event-data:block.action")}
        onConfirm={() => say(chosen)}
        onClose={() => say(undefined)}
      >
        <Losses losses={losses} />
        <AheadChoice losses={losses} chosen={chosen} canKeep isLater={false} onChoose={setChosen} />
      </Confirm>
    ),
  };
}
