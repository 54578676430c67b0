// Meetings, and what they need, for tests.
import { type Db, fold } from "#server";
import type { TestApp } from "../../../tests/support/app.ts";
import { aProfile, type Place } from "../../../tests/support/place.ts";
import type { Meeting, MeetingDraft } from "../contract.ts";
import { addLocations, listLocations } from "../server/repository.ts";
import type { NetworkingTables } from "../server/tables.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Ten o'clock (UTC) forty days from now, and so many minutes later. */
export function at(minutes: number): string {
  const ten = Math.floor(Date.now() / DAY) * DAY + 40 * DAY + 10 * 60 * MINUTE;
  return new Date(ten + minutes * MINUTE).toISOString();
}

let people = 0;

/** A participant with a name of their own. */
export function aPerson(place: Place) {
  people += 1;
  return aProfile(place, { first_name: "Person", last_name: `No. ${people}` });
}

type Person = Awaited<ReturnType<typeof aProfile>>;

/** People of these first names, one after another, since acts go along the ids; `mark` makes names and addresses their own. */
export async function peopleNamed<Names extends string[]>(place: Place, mark: number, ...names: Names) {
  const made: Person[] = [];
  for (const name of names) {
    const email = `${name.toLowerCase()}.${mark}@x.example`;
    made.push(await aProfile(place, { first_name: name, last_name: `No. ${mark}`, email }));
  }
  return made as { [Place in keyof Names]: Person };
}

/** A place to meet at. */
export async function aTable(server: TestApp, place: Place, name: string): Promise<number> {
  const { write } = server.deps.database;
  const row = { name, key: fold(name), category: "" };
  await addLocations(write as never, server.deps.database.dialect, place.eventId, [row], new Date().toISOString());
  const tables = await listLocations(write as never, place.eventId);
  return tables.find((table) => table.name === name)?.id ?? 0;
}

type Who = readonly { id: number }[];

/** Arranges a meeting of half an hour, accepted unless told; answers whatever comes. */
export function arrange({ asker, path }: Place, who: Who, minutes: number, draft: Partial<MeetingDraft> = {}) {
  return asker.post(`${path}/meeting`, {
    participants: who.map(({ id }) => id),
    ...{ start: at(minutes), end: at(minutes + 30), location_id: null, message: "", state: "accepted" },
    ...draft,
  });
}

export async function aMeeting(place: Place, who: Who, minutes: number, draft: Partial<MeetingDraft> = {}) {
  const made = await arrange(place, who, minutes, draft);
  if (made.status !== 201) throw new Error(made.error.message);
  return made.data as Meeting;
}

/** Has a meeting have been so many days ago. */
export async function hasBeen(server: TestApp, id: number, days: number): Promise<void> {
  const { write } = server.deps.database;
  const before = Math.floor((Date.now() - days * DAY) / MINUTE);
  const instant = (minute: number) => new Date(minute * MINUTE).toISOString();
  const tables = (write as unknown as Db).withTables<NetworkingTables>();
  const times = { start_at: instant(before), end_at: instant(before + 30) };
  await tables.updateTable("networking_meeting").set(times).where("id", "=", id).execute();
  const minutes = { from_minute: before, to_minute: before + 30 };
  await tables.updateTable("networking_booking").set(minutes).where("meeting_id", "=", id).execute();
}

export async function meetingsOf({ asker, path }: Place, { id }: { id: number }): Promise<Meeting[]> {
  return (await asker.get(`${path}/thing/${id}/meeting`)).data;
}
