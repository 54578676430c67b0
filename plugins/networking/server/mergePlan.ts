// What becomes of the meetings of two participants who turn out to be one. Pure.
import type { State } from "../contract.ts";
import type { MeetingRow } from "./repository.ts";
import { overlaps, spanOf } from "./rules.ts";

interface Changed {
  row: MeetingRow;
  participants: MeetingRow["participants"];
  state: State;
}

export interface MergePlan {
  /** Meetings that are one with another, and which that is. */
  gone: { row: MeetingRow; into: number }[];
  changed: Changed[];
  /** How many are cancelled because nobody else takes part, are one with another, or are asked for anew. */
  between: number;
  same: number;
  overlap: number;
}

const isOpen = (state: State) => state === "accepted" || state === "requested";

/**
 * Plans how the meetings of `from` become those of `to`. A meeting between the two is cancelled; two that are still to
 * take place at the same time with the same others become one, the accepted one before the one that is asked for; an accepted
 * one that overlaps another of the two becomes a request.
 */
export function planMerge(rows: readonly MeetingRow[], from: number, to: number): MergePlan {
  const has = ({ participants }: MeetingRow, id: number) => participants.some(({ thing_id }) => thing_id === id);
  const plan: MergePlan = { gone: [], changed: [], between: 0, same: 0, overlap: 0 };
  const staying = rows.filter((row) => !has(row, from));
  const moving = rows.filter((row) => has(row, from));
  const replaced = new Set<number>();
  for (const row of moving) {
    const isBoth = has(row, to);
    const participants = isBoth
      ? asOne(row.participants, from, to)
      : row.participants.map((one) => (one.thing_id === from ? { ...one, thing_id: to } : one));
    let { state } = row;
    if (isOpen(state)) {
      const twin = isBoth ? undefined : staying.find((one) => !replaced.has(one.id) && isTwin(one, row, to, from));
      if (isBoth && participants.filter((one) => !one.is_gone).length < 2) {
        plan.between += 1;
        state = "cancelled";
      } else if (twin) {
        plan.same += 1;
        // The accepted one stays.
        if (state !== "accepted" || twin.state === "accepted") {
          plan.gone.push({ row, into: twin.id });
          continue;
        }
        replaced.add(twin.id);
        plan.gone.push({ row: twin, into: row.id });
      }
      const others = staying.filter((one) => one.state === "accepted" && !replaced.has(one.id));
      if (state === "accepted" && !isBoth && others.some((one) => overlaps(spanAt(one), spanAt(row)))) {
        plan.overlap += 1;
        state = "requested";
      }
    }
    plan.changed.push({ row, participants, state });
  }
  return plan;
}

/** Of two who turn out to be one the place that comes first is theirs: whoever asked for the meeting has the first. */
function asOne(all: MeetingRow["participants"], from: number, to: number): MeetingRow["participants"] {
  const both = all.filter(({ thing_id }) => thing_id === from || thing_id === to);
  const one = { thing_id: to, is_gone: both.every(({ is_gone }) => is_gone) };
  return all.flatMap((each) => (each === both[0] ? one : both.includes(each) ? [] : each));
}

/** The meetings in which one of these takes part. */
export function rowsOf(rows: readonly MeetingRow[], ids: readonly number[]): MeetingRow[] {
  return rows.filter(({ participants }) => participants.some(({ thing_id }) => ids.includes(thing_id)));
}

/** The meetings as they will be once some others, in this order, have gone into `to`. */
export function afterMerges(rows: readonly MeetingRow[], others: readonly number[], to: number): MeetingRow[] {
  let now = [...rows];
  for (const from of others) {
    const { gone, changed } = planMerge(rowsOf(now, [from, to]), from, to);
    const next = new Map(changed.map(({ row, participants, state }) => [row.id, { ...row, participants, state }]));
    now = now.filter((row) => !gone.some((one) => one.row === row)).map((row) => next.get(row.id) ?? row);
  }
  return now;
}

const spanAt = ({ start_at, end_at }: MeetingRow) => spanOf({ start: start_at, end: end_at });

/** Whether two meetings of two participants are the same but for these two. Who has left one meets nobody in it any more. */
function isTwin(one: MeetingRow, other: MeetingRow, to: number, from: number): boolean {
  const rest = ({ participants }: MeetingRow, without: number) =>
    participants
      .flatMap(({ thing_id, is_gone }) => (is_gone || thing_id === without ? [] : thing_id))
      .sort((a, b) => a - b)
      .join();
  const isSameTime = one.start_at === other.start_at && one.end_at === other.end_at;
  // Where everybody else has left both, nothing tells that they were the same.
  return isOpen(one.state) && isSameTime && rest(one, to) !== "" && rest(one, to) === rest(other, from);
}
