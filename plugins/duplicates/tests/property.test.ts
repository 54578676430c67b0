// Whatever is merged with whatever fields: undoing it leaves everything as it was.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

let server: TestApp;
let place: Place;
const things: number[] = [];
const kinds: number[] = [];
const groups: number[] = [];

beforeAll(async () => {
  server = await app();
  place = await aPlace(server);
  for (let at = 0; at < 5; at++) {
    const fields = at % 2 ? { diet: "vegan", size: at } : { badge: `B${at}` };
    const made = await aProfile(place, { last_name: `P${at}`, email: `p${at}@undo.example`, fields, country: "FI" });
    things.push(made.id);
  }
  for (const cardinality of ["many-many", "one-one"]) {
    const end = (label: string) => ({ label, category: 1, types: [] });
    const draft = { name: cardinality, from: end("knows"), to: end("is known by"), cardinality };
    kinds.push((await place.asker.post(`${place.path}/relationship`, draft)).data.id);
  }
  for (const name of ["A", "B"]) {
    groups.push((await place.asker.post(`${place.path}/custom-group`, { name, mode: "manual" })).data.id);
  }
});
afterAll(() => server.close());

async function state() {
  const { read } = server.deps.database;
  const of = async (table: string, columns: string[]) =>
    (await (read as never as import("kysely").Kysely<Record<string, Record<string, unknown>>>)
      .selectFrom(table)
      .select(columns as never)
      .execute()) as Record<string, unknown>[];
  const sorted = (rows: Record<string, unknown>[]) => rows.map((row) => JSON.stringify(row)).sort();
  const columns = ["id", "type_id", "first_name", "last_name", "name", "email", "country", "fields", "search"];
  return {
    things: sorted(await of("event_data_thing", [...columns, "created_at", "updated_at", "name_key"])),
    links: sorted(await of("relationships_link", ["id", "kind_id", "from_id", "to_id", "source"])),
    members: sorted(await of("custom_groups_member", ["group_id", "thing_id", "added_at"])),
  };
}

const place5 = fc.integer({ min: 0, max: 4 });
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant("link" as const), kind: fc.integer({ min: 0, max: 1 }), from: place5, to: place5 }),
    fc.record({ act: fc.constant("join" as const), group: fc.integer({ min: 0, max: 1 }), who: place5 }),
  ),
  { maxLength: 6 },
);
const takes = fc.subarray([
  "email",
  "first_name",
  "last_name",
  "country",
  "fields.diet",
  "fields.badge",
  "fields.size",
]);

test("merge then undo is the state before", async () => {
  const { asker, path } = place;
  await fc.assert(
    fc.asyncProperty(acts, fc.uniqueArray(place5, { minLength: 2, maxLength: 2 }), takes, async (all, pair, take) => {
      for (const one of all) {
        if (one.act === "link") {
          const body = { from: things[one.from], to: things[one.to] };
          await asker.post(`${path}/relationship/${kinds[one.kind]}/link`, body);
        } else {
          await asker.post(`${path}/custom-group/${groups[one.group]}/member`, { words: [String(things[one.who])] });
        }
      }
      const [keep, drop] = await Promise.all(
        pair.map(async (at) => {
          const { id, rev } = (await asker.get(`${path}/thing/${things[at]}`)).data;
          return { id, rev };
        }),
      );
      const before = await state();

      const merged = await asker.post(`${path}/thing/merge`, { keep, drop, take });
      expect(merged.status).toBe(201);
      expect(await state()).not.toEqual(before);
      expect((await asker.post(`${path}/thing/merge/${merged.data.id}/undo`)).status).toBe(200);

      expect(await state()).toEqual(before);
    }),
    { numRuns: 20 },
  );
});
