// Columns that areas give to lists of profiles tell what those areas would, to those who may know it, and stand in files as on the screen.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { besideAmong, columnsBeside } from "../server/columns/beside.ts";
import { completeness } from "../server/columns/own.ts";

describe.each(testDatabases)("columns beside profiles, on %s", () => {
  let server: TestApp;
  let expert: Asker;
  let place: Place;
  beforeAll(async () => {
    server = await app();
    expert = await server.as("expert");
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const asked = (columns: string[], ids: number[], who = place.asker) =>
    who.post(`${place.path}/thing/column`, { columns: columns.map((one) => `beside.${one}`), ids });
  /** The values of one column, by profile. */
  const valuesOf = async (column: string, ids: number[], who = place.asker) => {
    const { data } = await asked([column], ids, who);
    return Object.fromEntries(
      (data as { id: number; values: object }[]).map(({ id, values }) => [id, Object.values(values)[0]]),
    );
  };
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => aProfile(place)));

  test("have their headings in the reader's language", async () => {
    const { data } = await place.asker.get(`${place.path}/thing/column?locale=de`);

    expect(data).toEqual(
      expect.arrayContaining([
        { field: "beside.event-data.complete", title: "Vollständig (%)", kind: "number", listed: true },
        expect.objectContaining({ field: "beside.custom-groups.names", title: "Gruppen", kind: "text", set: "group" }),
        { field: "beside.networking.confirmed", title: "Bestätigte Treffen", kind: "number", listed: true },
      ]),
    );
  });

  test("how complete a profile is counts the fields asked of it that the reader may see", async () => {
    const make = async (draft: object) => (await expert.post(`${place.path}/field`, { kind: "text", ...draft })).data;
    const keys: Field[] = [
      await make({ labels: { de: "One" } }),
      await make({ labels: { de: "Two" }, see_role: 95, edit_role: 95 }),
      await make({ labels: { de: "Of companies" }, type_ids: [place.types[2]] }),
    ];
    const [one, two] = keys.map(({ key }) => key) as [string, string];
    const [none, some] = await people(2);
    await expert.patch(`${place.path}/thing/${some?.id}`, { rev: 1, fields: { [one]: "x", [two]: "y" } });
    const ids = [none?.id ?? 0, some?.id ?? 0];
    const { data: all } = await expert.get(`${place.path}/field`);
    const asks = (all as Field[]).filter(
      ({ archived_at, type_ids }) =>
        archived_at === null && (type_ids.length === 0 || type_ids.includes(place.types[1])),
    ).length;

    const seen = await valuesOf("event-data.complete", ids);
    const byExpert = await valuesOf("event-data.complete", ids, expert);

    expect(byExpert).toEqual({ [ids[0] ?? 0]: 0, [ids[1] ?? 0]: Math.floor(200 / asks) });
    expect(seen).toEqual({ [ids[0] ?? 0]: 0, [ids[1] ?? 0]: Math.floor(100 / (asks - 1)) });
    const field = { archived_at: null, type_ids: [] as number[] };
    const three = ["a", "b", "c"].map((key) => ({ ...field, key })) as unknown as Field[];
    expect(completeness(three, { type_id: 1, fields: { a: "1", b: false, c: [] } })).toBe(66);
    expect(completeness([], { type_id: 1, fields: { a: "1" } })).toBeUndefined();
  });

  test("groups are told by their names, those made by hand and those that a rule makes", async () => {
    const [ada, bo] = await people(2);
    const lin = await aProfile(place, { job_title: "Keeper of owls" });
    const groups = `${place.path}/custom-group`;
    const { data: byHand } = await place.asker.post(groups, { name: "B by hand", mode: "manual" });
    await place.asker.post(`${groups}/${byHand.id}/member`, { words: [String(ada?.id), String(lin.id)] });
    const rule = { match: "all", filter: [{ field: "job_title", op: "contains", value: "owls" }] };
    const made = await place.asker.post(groups, { name: "A by rule", mode: "rule", rule });
    expect(made.status).toBe(201);

    const values = await valuesOf("custom-groups.names", [ada?.id ?? 0, bo?.id ?? 0, lin.id]);

    expect(values).toEqual({ [ada?.id ?? 0]: "B by hand", [lin.id]: "A by rule, B by hand" });
  });

  test("meetings and links are counted as they stand", async () => {
    const [ada, bo, cy] = (await people(3)).map(({ id }) => id) as [number, number, number];
    const day = Math.floor(Date.now() / 86_400_000) + 40;
    const meet = async (who: number[], hour: number, state: string) => {
      const [start, end] = [hour, hour + 0.5].map((at) => new Date(day * 86_400_000 + at * 3_600_000).toISOString());
      const draft = { participants: who, start, end, location_id: null, message: "", state };
      expect((await place.asker.post(`${place.path}/meeting`, draft)).status).toBe(201);
    };
    await meet([ada, bo], 10, "accepted");
    await meet([ada, cy], 11, "accepted");
    await meet([bo, cy], 12, "requested");
    const end = (label: string, category: number) => ({ label, category, types: [] });
    const kind = { name: "Knows", from: end("knows", 1), to: end("is known by", 1), cardinality: "many-many" };
    const { data: knows } = await place.asker.post(`${place.path}/relationship`, kind);
    for (const to of [bo, cy]) await place.asker.post(`${place.path}/relationship/${knows.id}/link`, { from: ada, to });

    const { data } = await asked(
      ["networking.confirmed", "networking.waiting", "relationships.links"],
      [ada, bo, cy],
      expert,
    );

    const told = Object.fromEntries((data as { id: number; values: object }[]).map(({ id, values }) => [id, values]));
    expect(told).toEqual({
      [ada]: {
        "beside.networking.confirmed": 2,
        "beside.networking.waiting": 0,
        "beside.relationships.links": 2,
      },
      [bo]: { "beside.networking.confirmed": 1, "beside.networking.waiting": 1, "beside.relationships.links": 1 },
      [cy]: { "beside.networking.confirmed": 1, "beside.networking.waiting": 1, "beside.relationships.links": 1 },
    });
  });

  test("where a profile came from is what its history begins with", async () => {
    const [ada] = await people(1);
    const csv = "First name,Last name,Email\nIda,Import,ida@beside.example\n";
    await place.asker.importFile(place.eventId, `kind=thing&format=csv&type=${place.types[1]}&mode=apply`, csv);
    const found = await place.asker.post(`${place.path}/thing/query`, { search: "ida@beside.example" });
    const [ida] = found.data.rows;
    await place.asker.patch(`${place.path}/thing/${ida.id}`, { rev: ida.rev, job_title: "Later" });

    expect(await valuesOf("event-data.source", [ada?.id ?? 0, ida.id])).toEqual({
      [ada?.id ?? 0]: "By hand",
      [ida.id]: "Import",
    });
  });

  test("are there for those only who may see what stands in them", async () => {
    const [ada] = await people(1);
    const editor = { accessRole: 200, permissions: { things: true } };

    const seen = [...columnsBeside(server.deps.offered, editor).keys()];

    expect(seen).toContain("beside.custom-groups.names");
    expect(seen.filter((field) => /networking|relationships/.test(field))).toEqual([]);
    const { quick } = server.deps.database;
    const hidden = Object.assign([], { by: editor });
    const named = ["name", "beside.networking.confirmed"];
    await expect(besideAmong(quick as never, place.eventId, server.deps.offered, hidden, named)).rejects.toThrow(
      /beside\.networking\.confirmed/,
    );
    const unknown = await asked(["nobody.gives"], [ada?.id ?? 0]);
    expect([unknown.status, unknown.error.code]).toEqual([400, "invalid"]);
    const columns = [{ field: "beside.nobody.gives", title: "x" }];
    expect((await place.asker.post(`${place.path}/thing/export`, { format: "csv", columns })).status).toBe(400);
  });

  test("stand in a file as they do on the screen, and of other events' profiles nothing is told", async () => {
    const ada = await aProfile(place, { email: "ada@file.example", job_title: "Keeper of owls" });
    const columns = ["beside.custom-groups.names", "email", "beside.event-data.complete"].map((field) => ({
      field,
      title: field,
    }));
    const filter = [{ field: "id", op: "eq", value: ada.id }];

    const { data } = await place.asker.post(`${place.path}/thing/export`, { format: "csv", columns, filter });
    await place.asker.finished(data.job.id);
    const csv = (await place.asker.get(`/1/api/job/${data.job.id}/file`)).response.body as string;

    expect(csv.trim().split("\r\n").at(-1)).toBe("A by rule,ada@file.example,0");
    const other = (await expert.get("/1/api/container?limit=100")).data.find(
      ({ id }: { id: number }) => id !== place.eventId,
    );
    const elsewhere = await expert.post(`/1/api/container/${other.id}/thing/column`, {
      columns: ["beside.custom-groups.names", "beside.event-data.complete"],
      ids: [ada.id],
    });
    expect(elsewhere.data).toEqual([]);
  });
});
