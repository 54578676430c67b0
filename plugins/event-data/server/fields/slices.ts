// Questions to all profiles of an event, asked of some thousands at a time: whoever waits for the answer sees how far it is, and
// may call it off between two of them.
import { type Db, sql } from "#server";
import { tallyOf } from "../tallies.ts";

const SLICE = 5000;

/** Profiles of an event between two ids: after the first, up to the last. */
export interface Slice {
  after: number;
  upTo: number;
  profiles: number;
}

export async function* slicesOf(db: Db, eventId: number, size = SLICE): AsyncGenerator<Slice> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null; profiles: number }>`
      select max(id) as last, count(*) as profiles from
        (select id from event_data_thing where event_id = ${eventId} and id > ${after} order by id limit ${size}) as slice`.execute(
      db,
    );
    const last = rows[0]?.last;
    if (last === null || last === undefined) return;
    yield { after, upTo: Number(last), profiles: Number(rows[0]?.profiles) };
    after = Number(last);
  }
}

/** As part of a condition: no other profiles than those of the slice. */
export function inSlice({ after, upTo }: Slice) {
  return sql<boolean>`id > ${after} and id <= ${upTo}`;
}

/** How many profiles events have, as the database has counted them. */
export async function sizesOf(db: Db, eventIds: readonly number[]): Promise<Map<number, number>> {
  const sizes = new Map<number, number>();
  for (const { eventId, count } of await tallyOf(db, eventIds)) sizes.set(eventId, count + (sizes.get(eventId) ?? 0));
  return sizes;
}

export function sumOf(sizes: ReadonlyMap<number, number>): number {
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** How many profiles there are to look at, and how many have been; `tell` hears the share. */
export class Looking {
  private looked = 0;

  constructor(
    private readonly total: number,
    private readonly tell: (share: number) => void | Promise<void>,
  ) {}

  /** Once for as many profiles as were looked at. */
  async at(profiles: number): Promise<void> {
    this.looked += profiles;
    await this.tell(Math.min(1, this.looked / Math.max(1, this.total)));
  }
}
