// Among the participants of an event no two have the same address: the same rule as for one profile, asked for many at once.
import { type Db, type Dialect, fold, type TypeOfEvent } from "#server";
import type { Thing } from "../../contract.ts";
import type { ThingValues } from "../repository.ts";
import { mustBeUnique, participantTypes } from "../rules.ts";
import { findMany } from "./writeMany.ts";

/** A profile as it is about to be written. */
export interface Addressed {
  id: number;
  values: Pick<ThingValues, "type_id" | "email" | "name">;
}

export type Holder = Pick<Thing, "id" | "name">;

/** Addresses that earlier blocks gave which are not written. */
export type Mails = Map<string, Holder>;

/** By their places, who has the addresses that cannot be given: another participant, or one of those that are written together, before it. */
export async function findTakenMails(
  db: Db,
  dialect: Dialect,
  eventId: number,
  types: readonly TypeOfEvent[],
  all: readonly Addressed[],
  given: Mails = new Map(),
  /** Those of some who have the addresses now and will have them no longer. */
  freed: (holders: readonly Thing[]) => Promise<ReadonlySet<number>> = async () => new Set(),
): Promise<Map<number, Holder>> {
  const people = participantTypes(types);
  const mails = all.flatMap(({ values }) => (mustBeUnique(values, types) ? fold(values.email) : []));
  const found = await findMany(db, dialect, eventId, "email_key", [...new Set(mails)]);
  const holders = found.filter((one) => people.includes(one.type_id));
  const wanted = new Map(all.map(({ id, values }) => [id, values.email]));
  const others = holders.filter(({ id, email }) => wanted.get(id) !== email);
  const free = others.length > 0 ? await freed(others) : new Set();
  const there = new Map<string, Holder[]>();
  for (const one of holders) if (!free.has(one.id)) there.set(one.email, [...(there.get(one.email) ?? []), one]);
  const taken = new Map<number, Holder>();
  for (const [at, { id, values }] of all.entries()) {
    if (!mustBeUnique(values, types)) continue;
    const before = given.get(values.email);
    const holder = [...(there.get(values.email) ?? []), ...(before ? [before] : [])].find((one) => one.id !== id);
    if (holder) taken.set(at, { id: holder.id, name: holder.name });
    else given.set(values.email, { id, name: values.name });
  }
  return taken;
}
