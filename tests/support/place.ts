// For areas that keep something about profiles: an event with some profiles, asked as a person.
import type { Asker, TestApp } from "./app.ts";

export interface Place {
  asker: Asker;
  eventId: number;
  /** Data types of the event by category. */
  types: Record<1 | 2 | 3, number>;
  path: string;
}

/** The event to work in, as somebody who may write. */
export async function aPlace(server: TestApp, role: "matchmaker" | "owner" | "expert" = "matchmaker"): Promise<Place> {
  const asker = await server.as(role);
  const all: { id: number; type_category_id: 1 | 2 | 3 }[] = (await asker.get("/1/api/type")).data;
  const first = (category: number) => all.find((one) => one.type_category_id === category)?.id ?? 0;
  const eventId = server.bigEventId;
  return {
    asker,
    eventId,
    types: { 1: first(1), 2: first(2), 3: first(3) },
    path: `/1/api/container/${eventId}`,
  };
}

export async function aProfile({ asker, path, types }: Place, values: Record<string, unknown> = {}) {
  const made = await asker.post(`${path}/thing`, {
    type_id: types[1],
    first_name: "Ada",
    last_name: "Byron",
    ...values,
  });
  if (made.status !== 201) throw new Error(made.error.message);
  return made.data as { id: number; rev: number; name: string };
}

/** Participants with these addresses, read from one file. */
export async function someProfiles({ asker, eventId, types }: Place, lastName: string, mails: readonly string[]) {
  const lines = mails.map((mail) => `${lastName},${mail}`).join("\n");
  const query = `kind=thing&format=csv&mode=apply&type=${types[1]}`;
  const { data } = await asker.importFile(eventId, query, `Last name,Email\n${lines}\n`);
  if (data.result.created !== mails.length) throw new Error(JSON.stringify(data));
}
