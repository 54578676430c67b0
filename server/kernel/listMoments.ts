// Days and instants that questions name, in the form in which instants are kept: else "10:00+02:00" would come after "09:00Z".
import type { FilterOp, ListFilter, ListQuestion } from "#schemas/list.ts";
import type { ListSpec } from "./list.ts";

const DAY = /^\d{4}-\d{2}-\d{2}/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
/** Signs of an instant as it is kept; years of five figures have more. */
const KEPT = 24;

/** A calendar day as it is, an instant in UTC to the millisecond; undefined where a value is neither. */
export function momentOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const [day] = DAY.exec(value) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  // A day that no month has would be one of the next.
  if (!day || Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined;
  if (value === day) return day;
  const instant = new Date(INSTANT.test(value) ? value : Number.NaN);
  if (Number.isNaN(instant.getTime())) return undefined;
  const kept = instant.toISOString();
  return kept.length === KEPT ? kept : undefined;
}

/** Whether a value begins like a day. */
export function isDated(value: unknown): boolean {
  return typeof value === "string" && DAY.test(value);
}

/** Whether a value is a calendar day, and no instant of it. */
export function isDay(value: unknown): boolean {
  return typeof value === "string" && momentOf(value) === value && value.length < KEPT;
}

/** Whether a way of comparing means instants, and not the texts that stand for them. */
export function comparesMoments(op: FilterOp): boolean {
  return op !== "contains" && op !== "startsWith" && op !== "empty";
}

/** A question whose filters name instants as they are kept. */
export function inKeptForm(spec: ListSpec, question: ListQuestion): ListQuestion {
  const { filter } = question;
  if (!filter?.some((one) => isOnMoments(spec, one))) return question;
  return { ...question, filter: filter.map((one) => (isOnMoments(spec, one) ? asKept(one) : one)) };
}

function isOnMoments({ fields, kept }: ListSpec, { field, op }: ListFilter): boolean {
  if (!comparesMoments(op)) return false;
  const of = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const dot = field.indexOf(".");
  const isBelow = dot > 0 && of(field.slice(0, dot))?.instants?.has(field.slice(dot + 1)) === true;
  return isBelow || of(field)?.kind === "date" || kept?.[field]?.days !== undefined;
}

function asKept(filter: ListFilter): ListFilter {
  const { value } = filter;
  if (value === undefined) return filter;
  return {
    ...filter,
    value: Array.isArray(value) ? value.map((one) => momentOf(one) ?? one) : (momentOf(value) ?? value),
  };
}
