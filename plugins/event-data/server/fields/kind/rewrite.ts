// Writes answers to one field anew: in blocks, each one transaction with its history.
import type { Field } from "#schemas/fields.ts";
import { changes, type Db, type JobContext } from "#server";
import type { Thing } from "../../../contract.ts";
import { taken } from "../../bulk/runBulk.ts";
import { findMany, saveMany } from "../../bulk/writeMany.ts";
import { comparable, OBJECT } from "../../history.ts";
import { lockThings } from "../../locks.ts";
import { findTaken } from "../unique.ts";

/** A profile that was written, as it was before. */
export interface Rewritten {
  thing: Thing;
  answer: unknown;
}

/** Gives profiles of an event other answers; `next` is asked again in the transaction, and answers what it was where that is to stay. */
export async function rewrite(
  context: JobContext,
  db: Db,
  { key }: Pick<Field, "key">,
  eventId: number,
  ids: readonly number[],
  next: (answer: unknown, thing: Thing) => unknown,
): Promise<Rewritten[]> {
  const { dialect, appId } = context;
  await lockThings(db, dialect, eventId);
  const saving = (await findMany(db, dialect, eventId, "id", ids)).flatMap((thing) => {
    const { [key]: before, ...others } = thing.fields;
    const answer = next(before, thing) as Thing["fields"][string] | undefined;
    if (JSON.stringify(answer) === JSON.stringify(before)) return [];
    const fields = answer === undefined ? others : { ...thing.fields, [key]: answer };
    return [{ id: thing.id, rev: thing.rev, values: { ...thing, fields }, thing, answer }];
  });
  // Whoever gives answers says so, so that orders of lists are not filled meanwhile.
  const givers = saving.map(({ id, values, thing }) => ({ id, values, before: thing }));
  await findTaken(db, dialect, { id: eventId, app_id: appId }, givers, new Map(), async () => []);
  const saved = await saveMany(db, dialect, eventId, saving, context.now().toISOString());
  const done = saving.filter(({ id }) => saved.has(id));
  for (const { thing, values } of done) {
    const object = { type: OBJECT, id: thing.id, label: thing.name };
    const difference = changes(comparable(thing), { ...taken(thing), ...comparable(values) });
    await context.audit(db, { action: "save", object, ...difference }, eventId);
  }
  return done.map(({ thing, answer }) => ({ thing, answer }));
}
