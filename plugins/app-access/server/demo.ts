// Log-ins of the demo, at the event that holds everything: who has been invited was sent a link, who is active has logged in. The
// same every time, and out of the ids alone: the row of figures of the demo is that of other areas.
import { type DemoContext, insertRows } from "#server";
import { thingsOf } from "./people.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BLOCK = 500;
const COLUMNS = ["thing_id", "event_id", "mailed_at", "opened_at", "entered_at", "seen_at"];

type Row = [number, number, string | null, string | null, string | null, string | null];

/** From 0 to below 1, without any order among ids. */
function chance(id: number, salt: number): number {
  let mixed = Math.imul(id ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** How far somebody has come by now. */
export function comeSo(id: number, status: string, eventId: number, now: number): Row | undefined {
  const share = (salt: number) => chance(id, salt);
  const at = (instant: number) => new Date(instant).toISOString();
  const mailed = now - 20 * DAY + Math.floor(share(1) * 12 * DAY);
  const opened = mailed + HOUR + Math.floor(share(2) * 3 * DAY);
  if (status === "invited") return [id, eventId, at(mailed), share(3) < 0.35 ? at(opened) : null, null, null];
  if (status !== "active") return undefined;
  const entered = opened + Math.floor(share(4) * 2 * HOUR);
  const seen = entered + Math.floor(share(5) ** 2 * (now - entered));
  return [id, eventId, at(mailed), at(opened), at(entered), at(seen)];
}

export async function demo({ db, dialect, now, bigEventId, offered }: DemoContext): Promise<void> {
  const things = thingsOf(offered);
  const question = { question: { category: 1 as const } };
  const options = { columns: ["id", "status"], size: BLOCK };
  for await (const rows of things.eachSelected(db, dialect, bigEventId, question, offered, [], options)) {
    const come = rows.flatMap(({ id, status }) => {
      const row = comeSo(Number(id), String(status), bigEventId, now.getTime());
      return row ? [row] : [];
    });
    await insertRows(db as never, dialect, "app_access_profile", COLUMNS, come);
  }
  await things.orderColumns(db, dialect, bigEventId, offered);
}
