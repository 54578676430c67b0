// What this area takes from others on the server.
import { type Db, offerKey } from "#server";
import type { GroupUse } from "./contract.ts";

/** Tells where an area uses a group, so that nobody removes one that is needed. */
export type GroupUsers = (db: Db, eventId: number, groupId: number) => Promise<readonly GroupUse[]>;
export const groupUsersKey = offerKey<GroupUsers>("custom-groups.users");
