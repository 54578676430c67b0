// Which kind of schedule a file is, by how it begins. The server decides whether it really is one.

import type { startImport } from "#schemas/core.ts";
import type { QueryOf } from "#schemas/endpoint.ts";

export type ScheduleFormat = Exclude<QueryOf<typeof startImport>["format"], "csv" | "xlsx">;

/** How much of a file is looked at. */
export const HEAD_BYTES = 4096;

/** The format of a file from its first characters; undefined when it is none that is read here. */
export function formatOf(head: string): ScheduleFormat | undefined {
  const text = head.replace(/^\uFEFF/, "").trimStart();
  if (text.startsWith("<")) return "frab-xml";
  if (/^BEGIN:VCALENDAR/i.test(text)) return "ical";
  if (/^\[/.test(text)) return "open-event";
  if (/^\{/.test(text)) return "schedule-json";
  return undefined;
}
