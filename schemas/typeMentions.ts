// Filters name data types by their ids: how they go along when one type becomes another.
import type { ListFilter } from "./list.ts";

export interface TypesMerged {
  from: number;
  to: number;
}

const idsOf = ({ value }: ListFilter) => (value === undefined ? [] : [value].flat().map(Number));

function names({ from }: TypesMerged, one: ListFilter): boolean {
  return one.field === "type_id" && idsOf(one).includes(from);
}

/** Whether filters name the type that goes, and not yet the one that it becomes. */
export function filterGains(filter: readonly ListFilter[], merged: TypesMerged): boolean {
  return filter.some((one) => names(merged, one) && !idsOf(one).includes(merged.to));
}

/** Filters that name the second type beside the first. */
export function filterJoined(filter: readonly ListFilter[], merged: TypesMerged): ListFilter[] {
  return filter.map((one) => {
    // Whoever was meant by one type is meant by one of two; whoever was not, by neither, which asks for both.
    if ((one.op !== "eq" && one.op !== "in") || !filterGains([one], merged)) return one;
    return { ...one, op: "in", value: [...idsOf(one), merged.to] };
  });
}

/** Filters that name the second type instead of the first. */
export function filterLeft(filter: readonly ListFilter[], merged: TypesMerged): ListFilter[] {
  return filter.map((one) => {
    if (!names(merged, one)) return one;
    const rest = [...new Set(idsOf(one).map((id) => (id === merged.from ? merged.to : id)))];
    return { ...one, value: Array.isArray(one.value) ? rest : (rest[0] as number) };
  });
}
