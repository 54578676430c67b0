// What an import keeps of what was before it, so that it can be undone for ten minutes as an act on many is.
import { allDone, type Db, type JobContext } from "#server";
import { type Thing, UNDO_LINES } from "../../contract.ts";
import { thingFollowerKey } from "../../offers.ts";
import { dropAct, keepAct, keepCreated, keepFirst } from "../bulk/undoRows.ts";

/** What is kept of a profile that an import made, see `keepCreated`. */
export interface Made {
  made: string;
}

export class WayBack {
  private isOver = false;

  constructor(
    private readonly context: Pick<JobContext, "id" | "dialect" | "now">,
    private readonly eventId: number,
  ) {}

  /**
   * `made`: ids of new profiles, which are there or on their way. `lines`: how many there have been by now; of a file that turns out to
   * have more than are undone, nothing is kept.
   */
  async keep(db: Db, made: readonly number[], saved: readonly { current: Thing }[], lines: number): Promise<void> {
    if (this.isOver || made.length + saved.length === 0) return;
    const { id: job, dialect, now } = this.context;
    if (lines > UNDO_LINES) {
      this.isOver = true;
      await dropAct(db, job);
      return;
    }
    const before = saved.map(({ current }) => ({ thingId: current.id, rev: current.rev + 1, before: current }));
    await allDone([
      made.length > 0 ? keepCreated(db, dialect, job, made) : undefined,
      // Several lines may be about one profile, each by something else.
      keepFirst(db, dialect, job, before),
      keepAct(db, job, this.eventId, { do: "import" }, now()),
    ]);
  }
}

/** Profiles that people have begun to use: what came of that would be lost with them, and no second import brings it back. */
export async function usedAmong(
  { offered }: Pick<JobContext, "offered">,
  db: Db,
  eventId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const used = new Set<number>();
  if (ids.length === 0) return used;
  for (const follower of offered(thingFollowerKey)) {
    for (const id of (await follower.used?.(db, eventId, ids)) ?? []) used.add(id);
  }
  return used;
}
