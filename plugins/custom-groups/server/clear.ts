// The members of groups that have been removed go in steps.
import { type Context, clearing, sql } from "#server";

/** Kind of the jobs that clear. */
export const CLEAR_JOB = "custom-groups.clear";

/** What a clearing is started with. */
interface Clearing {
  groupId: number;
  /** How many there were, for how far it is. */
  members: number;
}

export const {
  clearSome,
  clearAll: clearMembers,
  tidy: tidyMembers,
} = clearing(
  {
    table: "custom_groups_member",
    column: "group_id",
    owners: "custom_groups_group",
    take: (id, most) => sql`delete from custom_groups_member where group_id = ${id} and thing_id in (
      select thing_id from custom_groups_member where group_id = ${id} order by thing_id limit ${most})`,
  },
  ({ groupId, members }: Clearing) => ({ id: groupId, count: members }),
);

/** The members of a group that has just gone: few go at once; behind many everybody else who writes would wait. */
export async function clear({ db, jobs }: Pick<Context, "db" | "jobs">, payload: Clearing): Promise<void> {
  if (await clearSome(db, payload.groupId)) await jobs.start({ kind: CLEAR_JOB, payload });
}
