// Before a profile is saved as blocked: what it still has before it, such as confirmed meetings, and what is to become of it.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Confirm, LeaveGuard, Losses, t, useStore } from "#web";
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

/** What the profile still has before it; without losses where that could not be found out. */
interface Found {
  losses?: readonly Loss[] | undefined;
}

export function useBlocking(eventId: number, thing: Thing, saveThing: SavingThing["save"]): Blocking {
  const store = useStore(EventDataStore);
  const [isWeighing, setWeighing] = useState(false);
  const [found, setFound] = useState<Found>();
  const [chosen, setChosen] = useState(ASKED);
  const answer = useRef<(ahead: Ahead | undefined) => void>(undefined);
  const isDrawn = useRef(false);
  useEffect(() => {
    isDrawn.current = true;
    return () => {
      isDrawn.current = false;
    };
  }, []);
  const say = (ahead: Ahead | undefined) => {
    setFound(undefined);
    answer.current?.(ahead);
  };
  const save = async (change: ThingChange) => {
    if (change.status !== "blocked" || thing.status === "blocked") return saveThing(thing, change);
    setWeighing(true);
    await store.listLosses(eventId, thing.id, "blocking");
    setWeighing(false);
    // Who has left by now was asked whether to leave without saving.
    if (!isDrawn.current) return undefined;
    const losses = store.losses?.thingId === thing.id ? store.losses.list : undefined;
    if (losses?.length === 0) return saveThing(thing, change);
    setChosen(ASKED);
    setFound({ losses });
    const ahead = await new Promise<Ahead | undefined>((resolve) => {
      answer.current = resolve;
    });
    return ahead && saveThing(thing, change, { ahead });
  };
  return {
    save,
    dialog: (
      <>
        {/* Nothing has been sent yet. */}
        <LeaveGuard when={isWeighing || found !== undefined} />
        {found && (
          <Confirm
            title={t("event-data:block.title", { name: thing.name })}
            action={t("event-data:block.action")}
            onConfirm={() => say(chosen)}
            onClose={() => say(undefined)}
          >
            {found.losses ? (
              <>
                <Losses losses={found.losses} />
                <AheadChoice losses={found.losses} chosen={chosen} canKeep isLater={false} onChoose={setChosen} />
              </>
            ) : (
              <p>{t("event-data:block.unknown")}</p>
            )}
          </Confirm>
        )}
      </>
    ),
  };
}
