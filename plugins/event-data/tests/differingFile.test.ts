// Where more people answer differently than a preview names, all of them are to be had as a file.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Promotion } from "#schemas/fieldPromotion.ts";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { heard } from "../../../tests/support/heard.ts";
import { eachDiffering } from "../server/fields/travel/differing.ts";

const PEOPLE = 205;

describe.each(testDatabases)("the file of answers that differ, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let events: readonly [number, number];
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
  });
  afterAll(() => server.close());

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const mail = (at: number) => `differs${String(at).padStart(3, "0")}@file.example`;
  /** A field of one event, which everybody answers with this option. */
  async function asked(event: number, option: string, count: number): Promise<Field> {
    const options = ["red", "blue"].map((key) => ({ key, labels: { "en-gb": `Very ${key}`, de: `Sehr ${key}` } }));
    const draft = { key: "colour", kind: "choice", labels: { "en-gb": "Colour" }, options };
    const field = ok(await admin.post(`/1/api/container/${event}/field`, draft)).data;
    const all: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    const type = all.find(({ type_category_id }) => type_category_id === 1)?.id;
    const lines = Array.from({ length: count }, (_, at) => `Differs,${mail(at)},${option}`);
    const text = ["Last name,Email,Colour", ...lines].join("\n");
    const { data } = await admin.importFile(event, `kind=thing&format=csv&mode=apply&type=${type}`, text);
    expect(data.result).toMatchObject({ created: count });
    return field;
  }
  /** How often the answers of all are compared to find them. */
  async function timesCompared(field: Field): Promise<number> {
    let times = 0;
    const db = heard(server, ({ sql }) => {
      if (sql.includes("having count(distinct")) times += 1;
    });
    const northwind = { id: server.apps.northwind as number, allowedEvents: [-1] };
    let people = 0;
    for await (const some of eachDiffering(db, server.deps.database.dialect, northwind, { ...field, event_id: 0 }))
      people += some.length;
    expect(people).toBe(PEOPLE);
    return times;
  }
  const linesOf = (file: string) => file.replace("\ufeff", "").trimEnd().split("\r\n");

  test("the attempt to make one field of several has it, and so has the field of several afterwards", async () => {
    const [here, there] = [await asked(events[0], "red", PEOPLE), await asked(events[1], "blue", PEOPLE)];
    const promote = async (mode: string, locale: string) => {
      const body = { fields: [here.id, there.id], differing: "stay", mode, locale };
      const { job } = ok(await admin.post("/1/api/field/promote", body)).data;
      return (await admin.finished(job.id)).data as { id: number; result: Promotion };
    };

    const tried = await promote("dry-run", "de");

    expect([tried.result.differing, tried.result.people.length]).toEqual([PEOPLE, 200]);
    expect([0, -1].map((place) => tried.result.people.at(place)?.email)).toEqual([mail(0), mail(199)]);
    const ofTrial = linesOf((await admin.get(`/1/api/job/${tried.id}/file`)).response.body);
    expect(ofTrial).toHaveLength(1 + 2 * PEOPLE);
    expect(ofTrial[0]).toBe("E-Mail;Name;Veranstaltung;Antwort;Geändert");
    expect(ofTrial.slice(-2).map((line) => line.split(";").slice(0, 4))).toEqual([
      [mail(PEOPLE - 1), "Differs", "Baltic Trade Forum", "Sehr blue"],
      [mail(PEOPLE - 1), "Differs", "Northwind Summit", "Sehr red"],
    ]);

    await promote("apply", "de");
    const path = `/1/api/field/${here.id}/differing`;
    const { differing, people } = ok(await admin.get(path)).data;
    expect([differing, people.length]).toEqual([PEOPLE, 200]);
    const { job } = ok(await admin.post(`${path}/file`, { locale: "en-gb" })).data;
    expect((await admin.finished(job.id)).data).toMatchObject({ state: "done", result: { rows: 2 * PEOPLE } });
    const reply = await admin.get(`/1/api/job/${job.id}/file`);
    expect(reply.response.headers["content-type"]).toContain("text/csv");
    const all = linesOf(reply.response.body);
    expect(all).toHaveLength(1 + 2 * PEOPLE);
    expect(all[0]).toBe("Email,Name,Event,Answer,Updated");
    expect(new Set(all.slice(1).map((line) => line.split(",")[0])).size).toBe(PEOPLE);
    expect(all.filter((line) => line.includes("Very blue"))).toHaveLength(PEOPLE);
    expect((await (await server.as("matchmaker")).post(`${path}/file`, {})).status).toBe(403);
    if (server.deps.database.dialect.kind === "sqlite") expect(await timesCompared(here)).toBe(1);
  });
});
