// Lines of tickets that are cancelled or have expired, in the lists of systems that keep these in them. Pure.
import type { Table } from "../read/table.ts";
import { systemIn } from "./columns.ts";
import { wordOf } from "./recall.ts";
import type { System } from "./words.ts";

interface Known {
  heading: string;
  /** What stands there, where nobody comes with the ticket. */
  words: ReadonlySet<string>;
}

const known = (heading: string, words: string): Known => ({ heading, words: new Set(words.split(" ")) });

const STATES: Partial<Record<System, Known>> = {
  eventbrite: known("attendeestatus", "notattending deleted cancelled canceled refunded"),
  pretix: known("status", "canceled cancelled expired storniert abgelaufen verfallen c e"),
  tito: known("voidstatus", "void voided true yes 1"),
};

/** The column that says so, and whether one of its cells does. */
export interface Cancelled {
  at: number;
  isSaid: (cell: string) => boolean;
}

export function cancelledIn(table: Pick<Table, "facts" | "headings">): Cancelled | undefined {
  const system = systemIn(table);
  const state = system && STATES[system];
  if (!state) return undefined;
  const at = table.headings.findIndex((heading) => wordOf(heading) === state.heading);
  return at < 0 ? undefined : { at, isSaid: (cell) => state.words.has(wordOf(cell)) };
}
