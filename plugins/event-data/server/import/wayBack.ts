// What an import keeps of what was before it, so that it can be undone for ten minutes as an act on many is.
import type { Db, JobContext } from "#server";
import type { Thing } from "../../contract.ts";
import { thingFollowerKey } from "../../offers.ts";
import { keepAct, keepBefore, keepFirst } from "../bulk/undoRows.ts";

/** What is kept of a profile that an import made: nothing was before it. */
export interface Made {
  made: string;
}

export class WayBack {
  constructor(
    private readonly context: Pick<JobContext, "id" | "dialect" | "now">,
    private readonly eventId: number,
  ) {}

  async keep(
    db: Db,
    made: readonly { id: number; name: string }[],
    saved: readonly { current: Thing }[],
  ): Promise<void> {
    if (made.length + saved.length === 0) return;
    const { id: job, dialect, now } = this.context;
    const nothing = made.map(({ id, name }) => ({ thingId: id, rev: 1, before: { made: name } satisfies Made }));
    await keepBefore(db, dialect, job, nothing);
    const before = saved.map(({ current }) => ({ thingId: current.id, rev: current.rev + 1, before: current }));
    // Several lines may be about one profile, each by something else.
    await keepFirst(db, dialect, job, before);
    await keepAct(db, job, this.eventId, { do: "import" }, now());
  }
}

/** Profiles with which something would be lost. Hardly ever are there any: all are asked about at once first. */
export async function usedAmong(
  { offered, now }: Pick<JobContext, "offered" | "now">,
  db: Db,
  eventId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const used = new Set<number>();
  for (const { leaving } of offered(thingFollowerKey)) {
    const lost = (some: readonly number[]) => leaving?.of(db, eventId, some, now()) ?? Promise.resolve([]);
    if (ids.length === 0 || (await lost(ids)).length === 0) continue;
    for (const id of ids) if ((await lost([id])).length > 0) used.add(id);
  }
  return used;
}
