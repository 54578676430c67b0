// Groups as sets: each profile is counted once, among those that are in exactly the same of them. Pairs follow from that; each
// asked for by itself, twelve rules were read sixty-six times.
import { type JobContext, type JobHandler, ProblemError, pause } from "#server";
import type { GroupSets } from "../contract.ts";
import { FIELD, thingsOf } from "./members.ts";
import { type GroupRow, listGroups, listMemberIds } from "./repository.ts";

/** Kind of the jobs that count sets. */
export const SETS_JOB = "custom-groups.sets";

const BLOCK = 5000;
const TOLD = 60;

export const countGroupSets: JobHandler = async (context): Promise<GroupSets> => {
  const { payload, eventId = 0, read, progress, signal } = context;
  const { ids } = payload as { ids: number[] };
  const all = await listGroups(read, eventId);
  const groups = ids.flatMap((id) => all.find((group) => group.id === id) ?? []);
  // Of each profile, in which of the groups it is, one bit each.
  const marks = new Map<number, number>();
  const broken: number[] = [];
  const giveWay = pause();
  for (const [at, group] of groups.entries()) {
    try {
      for await (const members of membersOf(context, group)) {
        signal.throwIfAborted();
        for (const id of members) marks.set(id, (marks.get(id) ?? 0) | (1 << at));
        await giveWay();
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      broken.push(group.id);
    }
    progress((at + 1) / (groups.length + 1));
  }
  const counts = new Map<number, number>();
  for (const mark of marks.values()) {
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
    await giveWay();
  }
  const both = (one: number, other: number) =>
    [...counts].reduce((sum, [mark, count]) => (mark & (1 << one) && mark & (1 << other) ? sum + count : sum), 0);
  const isBroken = ({ id }: GroupRow) => broken.includes(id);
  const pairs = groups.flatMap((one, at) =>
    groups.slice(at + 1).map((other, more) => ({
      ...{ one: one.id, other: other.id },
      both: isBroken(one) || isBroken(other) ? null : both(at, at + 1 + more),
    })),
  );
  const sets = [...counts]
    .map(([mark, count]) => ({ ids: groups.filter((_, at) => mark & (1 << at)).map(({ id }) => id), count }))
    .sort((one, other) => other.count - one.count || one.ids.length - other.ids.length);
  const rest = sets.slice(TOLD);
  const more = { sets: rest.length, profiles: rest.reduce((sum, { count }) => sum + count, 0) };
  return { sets: sets.slice(0, TOLD), pairs, more, broken };
};

/** The members of a group in blocks. A rule is refused that names what is no longer there, or what the person may not see. */
async function* membersOf(context: JobContext, { id, rule }: GroupRow): AsyncGenerator<number[]> {
  const { read, dialect, eventId = 0, appId, who, offered } = context;
  if (!rule) {
    for (let after = 0; ; ) {
      const ids = await listMemberIds(read, id, after, BLOCK);
      const last = ids.at(-1);
      if (last === undefined) return;
      yield ids;
      after = last;
    }
  }
  const things = thingsOf(offered);
  const hidden = await things.hidden(read, dialect, { id: eventId, app_id: appId }, who);
  const selection = { question: { filter: [{ field: FIELD, op: "eq" as const, value: id }] } };
  const options = { columns: ["id"], size: BLOCK };
  for await (const rows of things.eachSelected(read, dialect, eventId, selection, offered, hidden, options)) {
    yield rows.map((row) => Number(row["id"]));
  }
}
