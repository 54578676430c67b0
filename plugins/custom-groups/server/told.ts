// What the history of a profile tells of its groups: that somebody put it into one, or took it out.
import { type AuditEntry, type Db, type Offers, toldOf } from "#server";
import type { ThingTeller } from "../../event-data/offers.ts";
import { listGroupsOf } from "../contract.ts";
import { thingsOf } from "./members.ts";

/** Members that a group's own line names. */
const NAMED = 20;

export const groupTeller: ThingTeller = { actions: ["join_group", "leave_group"], access: listGroupsOf.access };

/** Where it is told: of a request, or of a job. */
interface Around {
  db: Db;
  eventId: number;
  offered: Offers;
  audit: (entry: AuditEntry) => Promise<void>;
}

/** Tells each of these profiles; answers what the first of them are called, for the line of the group. */
export async function tellMembers(
  { db, eventId, offered, audit }: Around,
  group: { id: number; name: string },
  ids: readonly number[],
  isIn: boolean,
): Promise<string[]> {
  const things = thingsOf(offered);
  const named = new Map((await things.named(db, eventId, ids)).map((thing) => [thing.id, thing]));
  const [none, fact] = [{ group: null }, { group: toldOf(group) }];
  for (const { id, name } of named.values())
    await audit({
      action: isIn ? "join_group" : "leave_group",
      object: { type: things.object, id, label: name },
      ...(isIn ? { before: none, after: fact } : { before: fact, after: none }),
    });
  return ids.slice(0, NAMED).map((id) => toldOf({ id, name: named.get(id)?.name ?? "" }));
}
