// The end of an undoing that was stopped or broke: nobody who is back keeps what they have in common with those who stay away.
import type { Db, JobHandler } from "#server";
import { dropFor } from "./ahead.ts";
import { changeBefore, countedOn, freeUndone, isErased, type UndoRow } from "./undoRows.ts";
import type { UndoOrder } from "./undoTelling.ts";
import { findMany } from "./writeMany.ts";

type Parts = Record<string, unknown>;

/** What is left can be undone for ten minutes, and what those who come back then had in common with others comes with them. */
export const releaseUndone: NonNullable<JobHandler["release"]> = async (db, payload, at, around) => {
  const { dialect, offered, eventId = 0 } = around;
  const { job } = payload as UndoOrder;
  await freeUndone(db, payload, at);
  for (let after = 0; ; ) {
    const rows = await countedOn(db, dialect, job, after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.thingId;
    const ids = rows.map(({ thingId }) => thingId);
    const there = new Set((await findMany(db, dialect, eventId, "id", ids)).map(({ id }) => id));
    const dropped = await dropFor(
      offered,
      db,
      eventId,
      ids.filter((id) => !there.has(id)),
    );
    for (const row of rows) await keepMore(db, job, row, dropped.get(row.thingId) ?? {});
  }
};

/** Adds what comes back with a profile to what is kept of it, each once. */
async function keepMore(db: Db, job: number, row: UndoRow, parts: Parts): Promise<void> {
  if (isErased(row)) return;
  const before = row.before as { followers: Parts };
  const followers = { ...before.followers };
  for (const [label, part] of Object.entries(parts)) {
    const known = followers[label] === undefined ? [] : [followers[label]].flat();
    const texts = new Set(known.map((one) => JSON.stringify(one)));
    followers[label] = [...known, ...[part].flat().filter((one) => !texts.has(JSON.stringify(one)))];
  }
  await changeBefore(db, job, { ...row, before: { ...before, followers } });
}
