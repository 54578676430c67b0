// A form's save, which asks before somebody is blocked what is to become of what they still have before them.
import { type ReactNode, useState } from "react";
import type { Ahead } from "#schemas/losses.ts";
import { LeaveGuard } from "#web";
import type { Thing, ThingChange } from "../contract.ts";
import { BlockingQuestion } from "./BlockingQuestion.tsx";
import { becomesBlocked } from "./conflict.ts";
import type { SavingThing } from "./useSaveThing.ts";

export interface Blocking {
  /** Saves a change; nothing where it failed, or where somebody thinks again. */
  save: (change: ThingChange) => Promise<Thing | undefined>;
  dialog: ReactNode;
}

export function useBlocking(eventId: number, thing: Thing, saveThing: SavingThing["save"]): Blocking {
  const [asking, setAsking] = useState<{ say: (ahead: Ahead | undefined) => void }>();
  const save = async (change: ThingChange) => {
    if (!becomesBlocked(thing, change)) return saveThing(thing, change);
    const ahead = await new Promise<Ahead | undefined>((say) => setAsking({ say }));
    setAsking(undefined);
    return ahead && saveThing(thing, change, { ahead });
  };
  return {
    save,
    dialog: (
      <>
        {/* Nothing has been sent yet. */}
        <LeaveGuard when={asking !== undefined} />
        {asking && <BlockingQuestion eventId={eventId} thing={thing} onSay={asking.say} />}
      </>
    ),
  };
}
