// What stands in the history by an id or a key is read by its name: on the screen, in a file, and also once it is gone.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { speechIn } from "../server/speech.ts";

interface Line {
  action: string;
  after: Record<string, unknown> | null;
  before: Record<string, unknown> | null;
  names: Record<string, Record<string, string>>;
}

/** Cells of a CSV file whose cells may hold commas, quotes and lines. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text
    .replace("\ufeff", "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}

describe.each(testDatabases)("names of what lines refer to, on %s", (database) => {
  let lanyard: TestApp;
  let chief: Asker;
  let base: string;
  let typeId: number;
  let typeName: string;
  beforeAll(async () => {
    lanyard = await app({ database });
    chief = await lanyard.as("super");
    base = `/1/api/container/${lanyard.bigEventId}`;
    const [{ types }] = (await chief.get(`${base}/type-category`)).data;
    typeId = types[0].id;
    typeName = types[0].type;
  });
  afterAll(() => lanyard.close());

  const linesOf = async (type: string, id: number, more: object = {}) => {
    const filter = [
      { field: "object_type", op: "eq", value: type },
      { field: "object_id", op: "eq", value: String(id) },
    ];
    return (await chief.post(`${base}/history/query`, { filter, ...more })).data.rows as Line[];
  };
  const exported = async (question: object) => {
    const { status, data } = await chief.post(`${base}/history/export`, question);
    expect(status).toBe(202);
    const job = await chief.finished(data.job.id);
    expect(job.data.state).toBe("done");
    const [heads = [], ...rows] = cellsOf((await chief.get(`/1/api/job/${data.job.id}/file`)).response.payload);
    return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at]])));
  };
  const group = async (name: string, more: object = {}) =>
    chief.post(`${base}/custom-group`, { name, mode: "manual", ...more }) as Promise<
      Answer<{ id: number; rev: number }>
    >;

  test("data types, events and groups are called what they are called now, and what they were called last", async () => {
    const { data: other } = await group("Buyers");
    const filter = [{ field: "type_id", op: "in", value: [typeId] }];
    const { data: one, error } = await group("Sellers", {
      mode: "rule",
      rule: { filter, match: "all" },
      see: [other.id],
    });
    expect(error).toBeUndefined();
    const [made] = await linesOf("custom-groups.group", one.id);
    await chief.ask("PATCH", `${base}/custom-group/${other.id}`, { rev: other.rev, name: "Hosted buyers" });
    const [renamed] = await linesOf("custom-groups.group", one.id);
    const { rev } = (await chief.get(`${base}/custom-group`)).data.find(({ id }: { id: number }) => id === other.id);
    expect((await chief.ask("DELETE", `${base}/custom-group/${other.id}?rev=${rev}`)).status).toBe(200);
    const [gone] = await linesOf("custom-groups.group", one.id);

    expect(made?.names).toEqual({ see: { [other.id]: "Buyers" }, type_id: { [typeId]: typeName } });
    expect(renamed?.names["see"]).toEqual({ [other.id]: "Hosted buyers" });
    expect(gone?.names["see"]).toEqual({ [other.id]: "Hosted buyers" });
  });

  test("stages, tracks and places of older lines, and whom something stands again as, are named", async () => {
    const { write } = lanyard.deps.database;
    const on = { event_id: lanyard.bigEventId, name: "Main hall", position: 1 };
    const idOf = (table: string, row: object) =>
      write
        .insertInto(table as never)
        .values(row as never)
        .returning("id" as never)
        .executeTakeFirstOrThrow();
    const [stage, track] = [await idOf("agenda_stage", on), await idOf("agenda_track", { ...on, name: "Science" })];
    const at = "2026-01-01T00:00:00.000Z";
    const place = { event_id: on.event_id, name: "Booth 7", name_key: "booth 7", category: "", position: 1 };
    const location = await idOf("networking_location", { ...place, created_at: at, updated_at: at });
    const thing = (await chief.post(`${base}/thing`, { type_id: typeId, first_name: "Grace", last_name: "Again" }))
      .data;
    await chief.remove(`${base}/thing/${thing.id}?rev=1`);
    const [removed] = (await linesOf("event-data.thing", thing.id)) as (Line & { id: number })[];
    await chief.post(`${base}/history/${removed?.id}/revert`, {});
    const ids = { stage_id: stage["id"], track_id: track["id"], location_id: location["id"], copied_from: on.event_id };
    const row = { at, app_id: lanyard.apps.northwind, event_id: on.event_id, actor_kind: "person", actor_id: 1 };
    const facts = { after: JSON.stringify(ids), request_id: "r", previous_hash: "", hash: "" };
    const said = { actor_label: "A", action: "save", object_type: "session", object_id: "990099", object_label: "Old" };
    await write
      .insertInto("core_audit")
      .values({ ...row, ...said, ...facts } as never)
      .execute();

    const [old] = await linesOf("session", 990099);
    const [back] = await linesOf("event-data.thing", thing.id);
    const [cells] = await exported({ search: "Old", filter: [{ field: "object_id", op: "eq", value: "990099" }] });

    expect(old?.names).toEqual({
      stage_id: { [String(stage["id"])]: "Main hall" },
      track_id: { [String(track["id"])]: "Science" },
      location_id: { [String(location["id"])]: "Booth 7" },
      copied_from: { [on.event_id]: "Northwind Summit" },
    });
    expect(back?.after).toEqual({ stands_as: expect.any(Number) });
    expect(back?.names).toEqual({ stands_as: { [String(back?.after?.["stands_as"])]: "Grace Again" } });
    expect(cells?.["After"]).toBe("Stage: Main hall\nTrack: Science\nPlace: Booth 7\nCopied from: Northwind Summit");
  });

  test("what was never named says that it is gone, and names of another app's things are told to nobody", async () => {
    const { write } = lanyard.deps.database;
    const foreign = await write
      .insertInto("agenda_stage" as never)
      .values({ event_id: Object.values(lanyard.events).at(-1), name: "Foreign hall", position: 1 } as never)
      .returning("id" as never)
      .executeTakeFirstOrThrow();
    const row = { at: "2026-01-01T00:00:00.000Z", app_id: lanyard.apps.northwind, event_id: lanyard.bigEventId };
    const said = { actor_kind: "job", actor_label: "A", action: "save", object_type: "session", object_id: "990100" };
    const after = JSON.stringify({ stage_id: foreign["id"] });
    const rest = { object_label: "Lost", after, request_id: "r", previous_hash: "", hash: "" };
    await write
      .insertInto("core_audit")
      .values({ ...row, ...said, ...rest } as never)
      .execute();
    const apart = await lanyard.deps.database.quick
      .selectFrom("core_event")
      .select("app_id")
      .where("id", "=", Object.values(lanyard.events).at(-1) as number)
      .executeTakeFirstOrThrow();

    const [line] = await linesOf("session", 990100);
    const [cells] = await exported({ search: "Lost" });

    expect(apart.app_id).not.toBe(lanyard.apps.northwind);
    expect(line?.names).toEqual({ stage_id: {} });
    expect(cells?.["After"]).toBe(`Stage: ${foreign["id"]}, no longer there`);
  });

  test("a file says what the screen says, in the language of who exports, with keys and values of programs beside it", async () => {
    const draft = { type_id: typeId, first_name: "=Grace", last_name: "Filed", country: "DE" };
    const { data: thing } = await chief.post(`${base}/thing`, draft);
    await chief.patch(`${base}/thing/${thing.id}`, { rev: 1, status: "blocked", country: "FR" });
    const question = { filter: [{ field: "object_id", op: "eq", value: String(thing.id) }], zone: "Europe/Berlin" };

    const [saved, made] = await exported({ ...question, locale: "de" });
    const [english] = await exported(question);

    expect(saved).toMatchObject({
      ...{ Wer: expect.stringContaining(" "), Über: "Dashboard", Aktion: "Geändert", Art: "Profil" },
      ...{ Was: "'=Grace Filed", "Geänderte Felder": "Land, Status", Event: "Northwind Summit" },
      ...{ action_key: "save", object_type: "event-data.thing", object_id: String(thing.id), actor_kind: "person" },
      at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0[12]:00$/),
      Vorher: expect.stringContaining("Land: Deutschland"),
      Nachher: "Land: Frankreich\nStatus: Gesperrt",
    });
    expect(JSON.parse(saved?.["after_values"] ?? "")).toEqual({ country: "FR", status: "blocked" });
    expect(saved?.["Wann"]).toMatch(/^\d{1,2}\. \w+\.? \d{4}, \d{2}:\d{2} MEZ|MESZ$/);
    expect(made?.["Nachher"]).toContain(`Datentyp: ${typeName}`);
    expect(english).toMatchObject({ Action: "Changed", Kind: "Profile", After: "Country: France\nStatus: Blocked" });
  });
});

test("a moment in London has the name that the reader's language has for its clocks", () => {
  const { moment } = speechIn("de", "Europe/London", (key) => key, []);

  expect(moment("2026-01-15T09:00:00Z")).toMatch(/09:00 WEZ$/);
  expect(moment("2026-07-15T09:00:00Z")).toMatch(/10:00 WESZ$/);
});
