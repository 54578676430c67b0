// What this area takes from others on the server.
import { type Db, offerKey } from "#server";
import type { GroupUse } from "./contract.ts";

/** Tells where an area uses which groups of an event, by group, so that nobody removes one that is needed. */
export type GroupUsers = (
  context: { db: Db; who: { id: number } },
  eventId: number,
) => Promise<readonly (GroupUse & { groupId: number })[]>;
export const groupUsersKey = offerKey<GroupUsers>("custom-groups.users");
