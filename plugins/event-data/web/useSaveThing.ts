// How the panel of a profile saves it: where somebody else saved first, who is there still chooses; who has gone on is told.
import { type ApiProblem, TAB, t, useLeft, useStore, useTold } from "#web";
import type { Thing, ThingChange } from "../contract.ts";
import type { Conflict } from "./conflict.ts";
import { EventDataStore } from "./store.ts";

/** What belongs to a change beside its values. */
type Beside = Pick<Conflict, "ahead" | "cell">;

export interface SavingThing {
  busy: boolean;
  /** Not that somebody else was first: that is chosen about. */
  problem: ApiProblem | undefined;
  save: (base: Thing, change: ThingChange, beside?: Beside) => Promise<Thing | undefined>;
}

export function useSaveThing(eventId: number, thing: Thing): SavingThing {
  const store = useStore(EventDataStore);
  const asking = store.saving.of(thing.id);
  const told = useTold(asking);
  useLeft<Conflict>(asking, (left) => store.meet(left.theirs.rev < thing.rev ? { ...left, theirs: thing } : left));
  const save: SavingThing["save"] = async (base, change, { ahead, cell } = {}) => {
    const saved = await store.saveThing(eventId, base, change, ahead);
    const { problem } = asking;
    if (saved && cell) store.cells?.take(base.id, cell);
    if (saved || !problem) return saved;
    const { rev: _, ...mine } = change;
    const conflict: Conflict = { base, theirs: problem.current as Thing, change: mine, ahead, cell };
    if (problem.code === "stale" && told.isDrawn()) store.meet(conflict);
    else {
      const again = () => save(base, change, { ahead, cell });
      const stale = { to: asking, typed: conflict, at: { [TAB]: undefined } };
      told.failed(t("common:notSaved", { name: base.name }), again, { stale });
    }
    return undefined;
  };
  const { busy, problem } = asking;
  return { busy, problem: problem?.code === "stale" ? undefined : problem, save };
}
