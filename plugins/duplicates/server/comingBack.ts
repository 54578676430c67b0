// What of two profiles comes back when their merge is undone, by their rows before it, after it and now. Pure.
import { sameAnswer } from "#schemas/answers/check.ts";
import type { Thing } from "../../event-data/contract.ts";

/** A profile's row as the table has it, with its answers as JSON. */
export type Row = Readonly<Record<string, unknown>>;
type Answers = Thing["fields"];

/** What is given back together: somebody's whole name follows from first and last name. */
const TOGETHER = [
  ["name", "first_name", "last_name"],
  ["type_id"],
  ["email"],
  ["company_name"],
  ["job_title"],
  ["country"],
  ["status"],
  ["photo"],
] as const;

interface Back {
  row: Record<string, unknown>;
  /** Fields that the merge changed and somebody else has changed since; of own fields `fields.KEY`. */
  stays: string[];
  /** Whether nobody has changed anything since, so that it is again as it was. */
  isWhole: boolean;
}

/**
 * The one that stayed: what the merge has changed comes back, unless it has been changed since. `gone` are the keys
 * of fields that are not there any more; whether the others still take it is judged where it is written.
 */
export function keptBack(
  { before, after, now }: Record<"before" | "after" | "now", Row>,
  gone: ReadonlySet<string>,
): Back {
  const row: Record<string, unknown> = { ...now };
  const stays: string[] = [];
  let isWhole = true;
  for (const group of TOGETHER) {
    const isSame = (one: Row, other: Row) => group.every((column) => one[column] === other[column]);
    // A picture is no value of the form that somebody fills in.
    if (!isSame(after, now) && group[0] !== "photo") isWhole = false;
    if (isSame(before, after) || isSame(before, now)) continue;
    if (isSame(after, now)) for (const column of group) row[column] = before[column];
    else stays.push(group[0]);
  }
  const [was, left, is] = [answersOf(before), answersOf(after), answersOf(now)];
  const answers: Answers = { ...is };
  for (const key of new Set([...Object.keys(was), ...Object.keys(left), ...Object.keys(is)])) {
    const isAsLeft = sameAnswer(left[key], is[key]);
    if (!isAsLeft) isWhole = false;
    if (sameAnswer(was[key], left[key]) || sameAnswer(was[key], is[key])) continue;
    const isLost = was[key] !== undefined && gone.has(key);
    if (isLost) isWhole = false;
    if (!isAsLeft || isLost) stays.push(`fields.${key}`);
    else if (was[key] === undefined) delete answers[key];
    else answers[key] = was[key];
  }
  row["fields"] = JSON.stringify(isWhole ? was : answers);
  return { row, stays, isWhole };
}

function answersOf({ fields }: Row): Answers {
  return JSON.parse(String(fields)) as Answers;
}
