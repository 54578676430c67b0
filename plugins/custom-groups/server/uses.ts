// What uses the groups of an event: what other areas tell, and what names sets in the lists of profiles.
import type { Db, Offers } from "#server";
import { setNamerKey } from "../../event-data/offers.ts";
import type { GroupUse } from "../contract.ts";
import { groupUsersKey } from "../offers.ts";
import { FIELD } from "./members.ts";

interface Asking {
  db: Db;
  event: { id: number };
  who: { id: number };
  deps: { offered: Offers };
}

/** By group. Of what is somebody else's own, no more is told than that it is there. */
export async function usesOf({ db, event, who, deps }: Asking): Promise<Map<number, GroupUse[]>> {
  const uses = new Map<number, GroupUse[]>();
  const note = (groupId: number, use: GroupUse) => uses.set(groupId, [...(uses.get(groupId) ?? []), use]);
  for (const users of deps.offered(groupUsersKey)) {
    for (const { groupId, ...use } of await users({ db, who }, event.id)) note(groupId, use);
  }
  for (const { label, named } of deps.offered(setNamerKey)) {
    for (const { setId, name, path } of await named({ db, who }, event.id, FIELD)) note(setId, { label, name, path });
  }
  return uses;
}
