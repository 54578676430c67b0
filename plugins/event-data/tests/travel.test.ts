// Answers to multi-event fields are those of a person: what is answered in one event is the answer in the others.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { stopNext } from "../../../tests/support/cutOff.ts";
import { SETTLE_JOB, SETTLE_UNDO_JOB } from "../server/fields/travel/differing.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("answers travel with the person on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let events: readonly [number, number];
  let types: Record<number, number | undefined>;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
    const all: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    types = Object.fromEntries(
      [1, 2].map((one) => [one, all.find(({ type_category_id }) => type_category_id === one)?.id]),
    );
  });
  afterAll(() => server.close());

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const at = (event: number) => `/1/api/container/${event}`;
  async function aShared(draft: object = {}): Promise<Field> {
    round += 1;
    const labels = { "en-gb": `Travels ${round}` };
    return ok(await admin.post("/1/api/field", { key: `travels_${round}`, labels, kind: "text", ...draft })).data;
  }
  const mail = () => `traveller${round}@travel.example`;
  async function person(event: number, fields: object, category = 1): Promise<{ id: number; rev: number }> {
    const draft = { type_id: types[category], last_name: "Traveller", name: "Traveller", email: mail(), fields };
    return ok(await admin.post(`${at(event)}/thing`, draft)).data;
  }
  const now = async (event: number, { id }: { id: number }) => ok(await admin.get(`${at(event)}/thing/${id}`)).data;
  const becomes = (event: number, one: { id: number }, { key }: Field, answer: unknown) =>
    expect.poll(async () => (await now(event, one)).fields[key], { timeout: 8000 }).toEqual(answer);
  const answers = async (event: number, one: { id: number }, fields: object) =>
    ok(await admin.patch(`${at(event)}/thing/${one.id}`, { rev: (await now(event, one)).rev, fields }));

  /** Until everything that was noted has been carried. */
  const carriedAll = () =>
    expect
      .poll(async () => (await sql`select id from event_data_travel`.execute(server.deps.database.read)).rows.length)
      .toBe(0);

  test("an answer that is given, changed or taken away in one event is so in the other, with a line of history", async () => {
    const field = await aShared();
    const [here, there] = [await person(events[0], {}), await person(events[1], {})];

    await answers(events[0], here, { [field.key]: "window" });
    await becomes(events[1], there, field, "window");
    await answers(events[1], there, { [field.key]: "aisle" });
    await becomes(events[0], here, field, "aisle");
    await answers(events[0], here, { [field.key]: null });
    await becomes(events[1], there, field, undefined);

    const [line] = (await admin.get(`${at(events[1])}/thing/${there.id}/history`)).data;
    expect(line).toMatchObject({
      before: { [`fields.${field.key}`]: "aisle" },
      after: { [`fields.${field.key}`]: null },
    });
  });

  test("who comes to another event brings the answers, and one that they give there is theirs everywhere", async () => {
    const [diet, seat] = [await aShared(), await aShared()];
    const here = await person(events[0], { [diet.key]: "vegan", [seat.key]: "front" });

    const there = await person(events[1], { [seat.key]: "back" });

    await becomes(events[1], there, diet, "vegan");
    await becomes(events[0], here, seat, "back");
  });

  test("an import, an act on many and its undoing carry answers, too", async () => {
    const field = await aShared();
    const there = await person(events[1], {});
    const file = `last_name,email,${field.key}\nTraveller,${mail()},imported\n`;
    const job = ok(await admin.importFile(events[0], `kind=thing&format=csv&type=${types[1]}&mode=apply`, file));
    expect(job.data.result.created).toBe(1);
    await becomes(events[1], there, field, "imported");

    const selection = { question: { filter: [{ field: "email", op: "eq", value: mail() }] } };
    const act = { do: "edit", field: `fields.${field.key}`, value: "by hand" };
    const started = ok(await admin.post(`${at(events[0])}/thing/bulk`, { selection, act, mode: "apply" })).data.job.id;
    await admin.finished(started);
    await becomes(events[1], there, field, "by hand");
    const undone = ok(await admin.post(`${at(events[0])}/thing/bulk/${started}/undo`)).data.job.id;
    await admin.finished(undone);
    await becomes(events[1], there, field, "imported");
  });

  test("whom an import brings can be taken out with it once answers have travelled to them, and not once somebody changed them", async () => {
    const [field, other] = [await aShared(), await aShared()];
    const there = await person(events[1], { [field.key]: "known" });
    const bring = async () => {
      const file = (await sendFile(admin, at(events[0]), `Last name,Email\nTraveller,${mail()}\n`)).id;
      const { id, result } = await importSent(admin, at(events[0]), { file, type: types[1] as number });
      expect(result.created).toBe(1);
      const filter = [{ field: "email", op: "eq", value: mail() }];
      const { rows } = ok(await admin.post(`${at(events[0])}/thing/query`, { filter })).data;
      return { id, one: rows[0] as { id: number } };
    };
    const undo = async (job: number) => {
      const { data } = ok(await admin.post(`${at(events[0])}/thing/bulk/${job}/undo`));
      return (await admin.finished(data.job.id)).data.result;
    };

    const first = await bring();
    await becomes(events[0], first.one, field, "known");
    await answers(events[1], there, { [other.key]: "later" });
    await becomes(events[0], first.one, other, "later");
    expect(await undo(first.id)).toMatchObject({ changed: 1, skipped: 0 });

    const second = await bring();
    await becomes(events[0], second.one, field, "known");
    ok(await admin.patch(`${at(events[0])}/thing/${second.one.id}`, { rev: 2, job_title: "By hand" }));
    await answers(events[1], there, { [other.key]: "last" });
    await becomes(events[0], second.one, other, "last");
    expect(await undo(second.id)).toMatchObject({ changed: 0, skipped: 1 });
  }, 60_000);

  test("another address, a company and a field of one event keep their answers", async () => {
    const field = await aShared();
    const own = ok(
      await admin.post(`${at(events[0])}/field`, { labels: { "en-gb": `Own ${round}` }, kind: "text" }),
    ).data;
    const [company, there] = [await person(events[1], {}, 2), await person(events[1], {})];
    const here = await person(events[0], { [field.key]: "first", [own.key]: "mine" });
    await becomes(events[1], there, field, "first");

    expect((await now(events[1], company)).fields).toEqual({});
    expect((await now(events[1], there)).fields).toEqual({ [field.key]: "first" });
    expect((await now(events[0], here)).fields[own.key]).toBe("mine");
  });

  test("of answers that wait to be carried at the same time the later one comes to stand everywhere, of many people too", async () => {
    const field = await aShared();
    const people = [1, 2, 3].map((one) => `later${one}.${mail()}`);
    const give = async (event: number, email: string, answer: string) => {
      const draft = { type_id: types[1], name: email, email, fields: { [field.key]: answer } };
      return ok(await admin.post(`${at(event)}/thing`, draft)).data as { id: number };
    };
    // As if each pair had been answered before anybody came to carry the first of them: the notes are put back in one turn.
    const pairs: (readonly [{ id: number }, { id: number }])[] = [];
    for (const email of people) {
      const there = await give(events[1], email, "second");
      await carriedAll();
      pairs.push([await give(events[0], email, "first"), there] as const);
      await carriedAll();
    }
    const { database } = server.deps;
    const note = (
      event: number,
      email: string,
    ) => sql`insert into event_data_travel (app_id, event_id, people, at, after)
      values (1, ${event}, ${JSON.stringify([[email, [field.key], 0]])}, '2026-01-01T00:00:00.000Z', 0)`;
    await database.write.transaction().execute(async (db) => {
      for (const [here, there] of pairs)
        for (const [{ id }, answer] of [
          [here, "first"],
          [there, "second"],
        ] as const)
          await sql`update event_data_thing set fields = ${JSON.stringify({ [field.key]: answer })} where id = ${id}`.execute(
            db,
          );
      for (const email of people) await note(events[0], email).execute(db);
      for (const email of people) await note(events[1], email).execute(db);
    });
    await give(events[0], `wakes.${mail()}`, "anything");
    await carriedAll();

    for (const [here, there] of pairs) {
      await becomes(events[0], here, field, "second");
      await becomes(events[1], there, field, "second");
    }
  });

  test("answers that differ since before are listed, settled by hand or with the newest, and given back", async () => {
    const field = await aShared({ event_ids: [events[0]] });
    const one = [
      await person(events[0], { [field.key]: "old" }),
      await person(events[1], { [field.key]: "new" }),
    ] as const;
    const [first, key] = [mail(), field.key];
    await carriedAll();
    ok(await admin.patch(`/1/api/field/${field.id}`, { rev: field.rev, event_ids: [] }));
    const both = async () => [(await now(events[0], one[0])).fields[key], (await now(events[1], one[1])).fields[key]];
    const path = `/1/api/field/${field.id}/differing`;
    const run = async (started: { data: { job: { id: number } } }) => (await admin.finished(started.data.job.id)).data;

    const { differing, people } = ok(await admin.get(path)).data;
    expect([differing, people.length]).toEqual([1, 1]);
    expect(people[0]).toMatchObject({ email: first, answers: [{ answer: "new" }, { answer: "old" }] });
    expect(await both()).toEqual(["old", "new"]);

    const choices = [{ email: first, thing_id: one[0].id }];
    const job = await run(ok(await admin.post(`${path}/settle`, { differing: "stay", choices })));
    expect(job.result).toMatchObject({ changed: 1, skipped: 0 });
    expect(await both()).toEqual(["old", "old"]);
    const last = async () => ok(await admin.get("/1/api/field/last-act")).data;
    expect(await last()).toMatchObject({ did: "settling", field_id: field.id, job: { id: job.id } });
    expect(ok(await admin.get(path)).data).toMatchObject({ differing: 0, people: [] });
    expect((await run(ok(await admin.post(`${path}/${job.id}/undo`)))).result).toMatchObject({ changed: 1 });
    expect(await both()).toEqual(["old", "new"]);
    await run(ok(await admin.post(`${path}/settle`, { differing: "newest" })));
    expect(await both()).toEqual(["new", "new"]);
  });

  /** So many people who answer otherwise in each event, and how that is settled. */
  async function manyDiffering() {
    const field = await aShared();
    const lines = Array.from({ length: 300 }, (_, at) => `Settler,settler${at}.${round}@travel.example`);
    const query = `kind=thing&format=csv&mode=apply&type=${types[1]}`;
    for (const event of events) await admin.importFile(event, query, `Last name,Email\n${lines.join("\n")}\n`);
    // As before they were the answers of a person: what is written past the server is carried nowhere.
    await carriedAll();
    for (const [at, event] of events.entries()) {
      const fields = JSON.stringify({ [field.key]: `answer ${at}` });
      const own = sql`event_id = ${event} and email like ${`settler%.${round}@travel.example`}`;
      await sql`update event_data_thing set fields = ${fields} where ${own}`.execute(server.deps.database.write);
    }
    const path = `/1/api/field/${field.id}/differing`;
    const differing = async () => ok(await admin.get(path)).data.differing;
    const run = async (started: { data: { job: { id: number } } }) => (await admin.finished(started.data.job.id)).data;
    const settle = async () => run(ok(await admin.post(`${path}/settle`, { differing: "newest" })));
    return { path, differing, run, settle };
  }

  test("called off, what was settled by then is told and given back, and the rest goes on", async () => {
    const { path, differing, run, settle } = await manyDiffering();
    stopNext(server, admin, SETTLE_JOB);

    const job = await settle();
    expect([job.state, job.result.changed, await differing()]).toEqual(["cancelled", 200, 100]);
    const last = ok(await admin.get("/1/api/field/last-act")).data;
    expect(last).toMatchObject({ did: "settling", job: { id: job.id, state: "cancelled" } });
    expect((await run(ok(await admin.post(`${path}/${job.id}/undo`)))).result).toMatchObject({ changed: 200 });
    expect(await differing()).toBe(300);
    const whole = await settle();
    expect(whole.result).toMatchObject({ changed: 300 });
    expect(await differing()).toBe(0);

    stopNext(server, admin, SETTLE_UNDO_JOB);
    const undo = async () => run(ok(await admin.post(`${path}/${whole.id}/undo`)));
    const stopped = await undo();
    const { changed } = stopped.result;
    expect([stopped.state, await differing()]).toEqual(["cancelled", changed]);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(300);
    expect(await undo()).toMatchObject({ state: "done", result: { changed: 300 - changed, skipped: 0 } });
    expect(await differing()).toBe(300);
  });

  test("given back, whoever was changed since is told once, also with an address that another had", async () => {
    const { path, run, settle } = await manyDiffering();
    const { id, result } = await settle();
    expect(result).toMatchObject({ changed: 300 });
    const { rows } = await sql<{ first: number; last: number; event: number }>`
      select min(t.id) as first, max(t.id) as last, min(t.event_id) as event
      from event_data_undo as u join event_data_thing as t on t.id = u.thing_id
      where u.job_id = ${id}`.execute(server.deps.database.read);
    const [{ first, last, event }] = rows as [(typeof rows)[number]];
    const was = (await now(event, { id: first })).email;
    const moves = async (one: number, email: string) =>
      ok(await admin.patch(`${at(event)}/thing/${one}`, { rev: (await now(event, { id: one })).rev, email }));
    await moves(first, mail());
    await moves(last, was);

    const back = await run(ok(await admin.post(`${path}/${id}/undo`)));

    expect(back.result).toMatchObject({ changed: 298, skipped: 2 });
  });

  test("a field that comes to ask in an event brings the answers of those who are there", async () => {
    const field = await aShared({ event_ids: [events[0]] });
    await person(events[0], { [field.key]: "before" });
    const there = await person(events[1], {});

    ok(await admin.patch(`/1/api/field/${field.id}`, { rev: field.rev, event_ids: [...events] }));

    await becomes(events[1], there, field, "before");
  });

  test("a change of a field that is reverted brings the answers of those whom it asks again", async () => {
    const field = await aShared({ event_ids: [...events] });
    const narrow = ok(await admin.patch(`/1/api/field/${field.id}`, { rev: field.rev, event_ids: [events[0]] })).data;
    await person(events[0], { [field.key]: "before" });
    const there = await person(events[1], {});
    await carriedAll();
    const filter = [{ field: "object_id", op: "eq", value: String(narrow.id) }];
    const asked = { filter, search: "event_ids", everywhere: true };
    const [line] = ok(await admin.post(`${at(events[0])}/history/query`, asked)).data.rows;

    ok(await admin.post(`${at(events[0])}/history/${line.id}/revert`, {}));

    await becomes(events[1], there, field, "before");
  });

  /** An answer as it waits while the job that carries it is held up. */
  async function waits(event: number, { key }: Field) {
    await carriedAll();
    const people = JSON.stringify([[mail(), [key], 0]]);
    await sql`insert into event_data_travel (app_id, event_id, people, at)
      values (1, ${event}, ${people}, ${new Date().toISOString()})`.execute(server.deps.database.write);
  }

  test("an answer that still waits when its field comes to another event leaves a differing one there to be settled", async () => {
    const field = await aShared({ event_ids: [events[0]] });
    const here = await person(events[0], { [field.key]: "waits" });
    const there = await person(events[1], { [field.key]: "differs" });
    await waits(events[0], field);

    const wider = ok(await admin.patch(`/1/api/field/${field.id}`, { rev: field.rev, event_ids: [] })).data;
    await carriedAll();

    expect((await now(events[1], there)).fields[field.key]).toBe("differs");
    expect(ok(await admin.get(`/1/api/field/${wider.id}/differing`)).data.differing).toBe(1);
    await answers(events[0], here, { [field.key]: "given since" });
    await becomes(events[1], there, field, "given since");
  });

  test("an answer that still waits when its field comes to another event is brought to who has none there", async () => {
    const field = await aShared({ event_ids: [events[0]] });
    await person(events[0], { [field.key]: "waits" });
    const there = await person(events[1], {});
    await waits(events[0], field);

    ok(await admin.patch(`/1/api/field/${field.id}`, { rev: field.rev, event_ids: [] }));

    await becomes(events[1], there, field, "waits");
  });

  test("a field that is restored, or asks more data types, brings what was answered meanwhile, and of no other field", async () => {
    const [field, other] = [await aShared(), await aShared()];
    const here = await person(events[0], {});
    const there = await person(events[1], {});
    const path = `/1/api/field/${field.id}`;
    const archived = ok(await admin.post(`${path}/archive`, { rev: field.rev })).data;
    const put = async (fields: object) => {
      await carriedAll();
      const given = JSON.stringify({ ...(await now(events[0], here)).fields, ...fields });
      const own = sql`id = ${here.id}`;
      await sql`update event_data_thing set fields = ${given} where ${own}`.execute(server.deps.database.write);
    };
    await put({ [field.key]: "meanwhile", [other.key]: "stays" });

    const restored = ok(await admin.post(`${path}/restore`, { rev: archived.rev })).data;
    await becomes(events[1], there, field, "meanwhile");

    await answers(events[0], here, { [field.key]: null });
    await becomes(events[1], there, field, undefined);
    const narrow = ok(await admin.patch(path, { rev: restored.rev, type_ids: [types[2]] })).data;
    await put({ [field.key]: "unasked" });
    ok(await admin.patch(path, { rev: narrow.rev, type_ids: [types[1], types[2]] }));
    await becomes(events[1], there, field, "unasked");
    expect((await now(events[1], there)).fields).not.toHaveProperty(other.key);
  });
});
