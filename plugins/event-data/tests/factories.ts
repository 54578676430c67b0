// Builders of this area's tests.
import type { Field } from "#schemas/fields.ts";
import type { Thing } from "../contract.ts";
import type { ThingValues } from "../server/repository.ts";

export const TYPES = [
  { id: 1, name: "Attendee", categoryId: 1 },
  { id: 2, name: "Exhibitor", categoryId: 2 },
];

export function aThing(changes: Partial<Thing> = {}): Thing {
  return {
    id: 7,
    rev: 1,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    photo: null,
    ...someValues(),
    ...changes,
  };
}

export function someValues(changes: Partial<ThingValues> = {}): ThingValues {
  return {
    type_id: 1,
    first_name: "Ada",
    last_name: "Byron",
    name: "Ada Byron",
    email: "ada@engine.example",
    company_name: "Engine Ltd",
    job_title: "Analyst",
    country: "GB",
    status: "active",
    fields: {},
    ...changes,
  };
}

/** All pieces of a file. */
export async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** A question about anything. */
export function aField(changes: Partial<Field> = {}): Field {
  return {
    id: 1,
    key: "question",
    event_id: 1,
    event_ids: [],
    labels: { "en-gb": "Question" },
    help: {},
    kind: "text",
    section: "",
    type_ids: [],
    required: false,
    unique: false,
    limits: {},
    options: [],
    places: ["profile"],
    owner_edits: false,
    see_role: 299,
    edit_role: 299,
    match_weight: 0,
    position: 1,
    archived_at: null,
    rev: 1,
    ...changes,
  };
}

/** A file of speakers as Open Event writes it. */
export function openEventSpeakers(people: readonly { name: string; email: string; organisation: string }[]): Buffer {
  const speakers = people.map((person, at) => ({
    ...{ "photo-url": "", twitter: "", linkedin: "", "is-featured": false, id: at + 1, city: "", website: "" },
    ...{ "short-biography": "Speaks &amp; listens.", "long-biography": "", position: "Engineer", country: "" },
    sessions: [{ id: at + 1, title: "A talk" }],
    ...person,
  }));
  return Buffer.from(JSON.stringify(speakers, null, 2));
}

/** A file of sponsors as Open Event writes it. */
export function openEventSponsors(names: readonly string[]): Buffer {
  const sponsors = names.map((name, at) => ({
    ...{ description: "Gives &amp; takes.", level: 9, url: "https://sponsor.example", type: "Gold" },
    ...{ id: at + 1, name, "logo-url": "/images/sponsors/one.png" },
  }));
  return Buffer.from(JSON.stringify(sponsors, null, 2));
}
