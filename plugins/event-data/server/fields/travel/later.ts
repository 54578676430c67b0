// Which answers were given since, by notes that wait further down. An import leaves a note a block, so each is read once,
// and none where nobody is in two events.
import { type Db, isOneOf, type JobContext } from "#server";
import type { EventDataTables } from "../../tables.ts";
import type { Here } from "./carry.ts";
import type { Traveller } from "./note.ts";

interface Place {
  id: number;
  app_id: number;
}

export class LaterAnswers {
  /** By event, key and address, the last note that tells the answer; without an address, that the field came to be asked. */
  private readonly last = new Map<string, number>();
  private readonly read = new Set<number>();

  constructor(private readonly context: Pick<JobContext, "dialect">) {}

  /**
   * Of profiles of whom a note tells, whether an answer stands further down: it then comes to stand everywhere. Where a field came
   * to be asked since, answers that were there before stay until they are settled. Who came back is as old as they were.
   */
  async after(db: Db, note: Place, things: readonly Here[]): Promise<(thing: Here, key: string) => boolean> {
    for (const eventId of sharedBy(things)) await this.readOn(db, note, eventId);
    const isAfter = (mark: string) => (this.last.get(mark) ?? 0) > note.id;
    return ({ event_id, email }, key) => isAfter(markOf(event_id, key, email)) || isAfter(markOf(event_id, key));
  }

  private async readOn(db: Db, { id, app_id }: Place, eventId: number): Promise<void> {
    const notes = db
      .withTables<EventDataTables>()
      .selectFrom("event_data_travel")
      .where("app_id", "=", app_id)
      .where("event_id", "=", eventId)
      .where("id", ">", id);
    // On PostgreSQL one may come to be seen after others whose numbers are higher.
    const unread = (await notes.select("id").execute()).flatMap((one) => (this.read.has(one.id) ? [] : [one.id]));
    if (unread.length === 0) return;
    const found = notes.select(["id", "people", "asked"]).where(isOneOf(this.context.dialect.kind, "id", unread));
    for (const { id: at, people, asked } of await found.execute()) {
      for (const [email, keys] of JSON.parse(people ?? "[]") as Traveller[])
        for (const key of keys) this.keep(markOf(eventId, key, email), at);
      // Those of them who are looked at again were told by the note that they come from.
      if (people === null) for (const key of JSON.parse(asked ?? "[]")) this.keep(markOf(eventId, key), at);
      this.read.add(at);
    }
  }

  private keep(mark: string, note: number): void {
    this.last.set(mark, Math.max(note, this.last.get(mark) ?? 0));
  }
}

const markOf = (eventId: number, key: string, email = "") => `${eventId} ${key} ${email}`;

/** The events of people who are in several: of the others nothing is carried. */
function sharedBy(things: readonly Here[]): Set<number> {
  const first = new Map<string, number>();
  const shared = new Set<number>();
  for (const { email, event_id } of things) {
    const other = first.get(email);
    if (other === undefined) first.set(email, event_id);
    else if (other !== event_id) shared.add(other).add(event_id);
  }
  return shared;
}
