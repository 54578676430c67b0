// Files on their way into an event and out of it, as the dashboard sends and fetches them.
import type { Asker } from "../../../tests/support/app.ts";
import type { ExportDraft, ImportFile, ThingImportDraft, ThingImportResult } from "../contract.ts";

/** A job as it ended. */
interface Ended<R> {
  id: number;
  state: string;
  result: R;
}

/** Sends a file to be looked into; `path` is that of the event. */
export async function sendFile(asker: Asker, path: string, file: Buffer | string, query = "name=list.csv") {
  const headers = { "content-type": "application/octet-stream" };
  const sent = await asker.ask("POST", `${path}/thing/import/file?${query}`, Buffer.from(file), { headers });
  return (await asker.finished(sent.data.job.id)).data as Ended<ImportFile>;
}

/** Imports a file that was sent. */
export async function importSent(asker: Asker, path: string, draft: Partial<ThingImportDraft>) {
  const started = await asker.post(`${path}/thing/import`, { mode: "apply", ...draft });
  return (await asker.finished(started.data.job.id)).data as Ended<ThingImportResult>;
}

/** What an export writes. */
export async function exportedFile(asker: Asker, path: string, draft: Partial<ExportDraft>): Promise<Buffer> {
  const started = await asker.post(`${path}/thing/export`, draft);
  const ended = (await asker.finished(started.data.job.id)).data;
  if (ended.state !== "done") throw new Error(JSON.stringify(ended));
  return (await asker.get(`/1/api/job/${started.data.job.id}/file`)).response.rawPayload;
}
