// Participants by words, for whoever takes over the times of one of them.
import type { Env, Pick as Found } from "#web";
import { queryThings } from "../../event-data/contract.ts";

const FOUND = 8;

export async function findParticipants(
  api: Env["api"],
  eventId: number,
  words: string,
  signal: AbortSignal,
): Promise<Found[]> {
  // How many there are in all nobody waits for.
  const body = { search: words, limit: FOUND, columns: ["name", "company_name"], counts: "about" as const };
  const { rows } = await api.call(queryThings, { params: { eventId }, query: { category: 1 }, body, signal });
  return rows.map(({ id, name = "", company_name }) => ({ id, label: name, note: company_name || undefined }));
}
