// Whose profile a speaker's is: what a person said, what an import found, else the one participant with the speaker's address.
import { type Db, fold, listTypesOf, type Offers } from "#server";
import { thingsKey } from "../../../event-data/offers.ts";
import type { Speaker } from "../../contract.ts";
import type { SpeakerRow } from "../repository.ts";

const PARTICIPANTS = 1;

export function thingsOf(offered: Offers) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which the agenda requires, offers no profiles.");
  return things;
}

/** The participants of an event by their addresses, those that only one has. */
export async function byEmail(
  db: Db,
  eventId: number,
  offered: Offers,
  emails: Iterable<string>,
): Promise<Map<string, number>> {
  const words = [...new Set(emails)].filter((email) => email.includes("@"));
  if (words.length === 0) return new Map();
  const people = new Set(
    (await listTypesOf(db, eventId)).filter((type) => type.categoryId === PARTICIPANTS).map((type) => type.id),
  );
  const meant = await thingsOf(offered).meant(db, eventId, words);
  return new Map(
    words.flatMap((email) => {
      const found = (meant.get(email) ?? []).filter((thing) => people.has(thing.type_id));
      return found.length === 1 ? [[email, (found[0] as { id: number }).id] as const] : [];
    }),
  );
}

const isOpen = ({ thing_id, by_hand, email }: SpeakerRow) => thing_id === null && by_hand === 0 && email !== null;

/** Rows whose speakers are shown with their profiles, and without their addresses. */
export async function withProfiles<Row extends { speakers: readonly SpeakerRow[] }>(
  db: Db,
  eventId: number,
  offered: Offers,
  rows: readonly Row[],
): Promise<(Omit<Row, "speakers"> & { speakers: Speaker[] })[]> {
  const open = rows.flatMap((row) => row.speakers.filter(isOpen));
  const found = await byEmail(
    db,
    eventId,
    offered,
    open.map(({ email }) => email ?? ""),
  );
  const shown = (speaker: SpeakerRow): Speaker => ({
    id: speaker.id,
    name: speaker.name,
    thing_id: speaker.thing_id ?? (isOpen(speaker) ? (found.get(speaker.email ?? "") ?? null) : null),
  });
  return rows.map((row) => ({ ...row, speakers: row.speakers.map(shown) }));
}

/** Whether a speaker is this profile's. */
export function isOf(speaker: SpeakerRow, { id, email }: { id: number; email: string }): boolean {
  return speaker.thing_id === id || (isOpen(speaker) && email !== "" && speaker.email === fold(email));
}
