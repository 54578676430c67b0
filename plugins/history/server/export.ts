// The export job: lines of the history as CSV.
import { auditList, eachBlock, type JobHandler, listRows } from "#server";
import type { HistoryQuestion } from "../contract.ts";
import { csvCell, momentIn } from "./rules.ts";

/** Kind of the jobs that export history. */
export const EXPORT_JOB = "history.export";

const COLUMNS = [
  "at",
  "actor_kind",
  "actor_label",
  "action",
  "object_type",
  "object_id",
  "object_label",
  "before",
  "after",
  "event_id",
  "request_id",
  "id",
];

export const exportHistory: JobHandler = async ({
  payload,
  appId,
  eventId,
  who,
  read,
  dialect,
  progress,
  signal,
  saveFile,
}) => {
  const { everywhere, zone, ...question } = payload as HistoryQuestion;
  const app = { ...who, id: appId, name: "" };
  const list = auditList(dialect, app, everywhere ? undefined : eventId, zone);
  const { matched } = await listRows(read, dialect, list, { ...question, limit: 0 });
  const lines = [`\ufeff${COLUMNS.join(",")}`];
  for await (const rows of eachBlock(read, dialect, list, question)) {
    signal.throwIfAborted();
    for (const row of rows) {
      const told = { ...row, at: momentIn(zone ?? "UTC", String(row["at"])) };
      lines.push(COLUMNS.map((column) => csvCell(told[column as keyof typeof told])).join(","));
    }
    progress(lines.length / (matched + 1));
  }
  await saveFile({
    name: "history.csv",
    mediaType: "text/csv; charset=utf-8",
    bytes: Buffer.from(`${lines.join("\r\n")}\r\n`),
  });
  return { rows: lines.length - 1 };
};
