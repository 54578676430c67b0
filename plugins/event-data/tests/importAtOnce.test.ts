// A file that is imported at once, by the one address for every import: it can be undone, tells how far it is, and finds its
// profiles by what it is told.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db, ImportContext, JobContext } from "#server";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { contextOf } from "../../../tests/support/cutOff.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { UNDO_LINES } from "../contract.ts";
import { claimAct } from "../server/bulk/undoRows.ts";
import { readImport, thingImporter } from "../server/import/jobs.ts";
import { WayBack } from "../server/import/wayBack.ts";

describe.each(testDatabases)("a file that is imported at once, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  async function run(lines: readonly string[], more = "", mode = "apply") {
    const query = `kind=thing&format=csv&type=${place.types[1]}&mode=${mode}${more}`;
    const { data } = await place.asker.importFile(place.eventId, query, `${lines.join("\n")}\n`);
    return data as { id: number; result: { created: number; updated: number; errors: { message: string }[] } };
  }
  const named = async (email: string) => {
    const filter = [{ field: "email", op: "eq", value: email }];
    const { rows } = (await place.asker.post(`${place.path}/thing/query`, { filter })).data;
    return (rows as { name: string; country: string }[]).map(({ name, country }) => [name, country]);
  };

  test("is undone, and found again as what was done last", async () => {
    const known = { first_name: "Old", last_name: "Name", name: "Old Name", email: "known@once.example", country: "" };
    await aProfile(place, { type_id: place.types[1], ...known });
    const lines = ["First name,Last name,Email,Country", "Old,Name,known@once.example,DE", "New,One,new@once.example,"];
    const { id, result } = await run(lines);
    expect(result).toMatchObject({ created: 1, updated: 1 });

    const last = (await place.asker.get(`${place.path}/thing/bulk/last`)).data;
    expect(last).toMatchObject({ job: { id, state: "done" }, do: "import" });
    const undo = await place.asker.post(`${place.path}/thing/bulk/${id}/undo`);
    expect(undo.status, JSON.stringify(undo.error)).toBe(202);

    const undone = (await place.asker.finished(undo.data.job.id)).data.result;
    expect(undone).toMatchObject({ changed: 2, skipped: 0 });
    expect([await named("known@once.example"), await named("new@once.example")]).toEqual([[["Old Name", ""]], []]);
  });

  test("a trial leaves nothing to be undone", async () => {
    const { id } = await run(["Name,Email", "Tried,tried@once.example"], "", "dry-run");
    expect((await place.asker.post(`${place.path}/thing/bulk/${id}/undo`)).status).toBe(409);
  });

  test("finds by the key that it is told, and says why in the language that it is told", async () => {
    const lines = ["First name,Last name,Email,Country", "A,B,,DE"];
    const { result } = await run(lines, "&key=email&locale=de");

    expect(result).toMatchObject({ created: 0 });
    const [german = ""] = result.errors.map(({ message }) => message);
    const [english = ""] = (await run(lines, "&key=email")).result.errors.map(({ message }) => message);
    expect(german).not.toBe("");
    expect(english).not.toBe("");
    expect(german).not.toBe(english);
  });

  test("a schedule is found by no key", async () => {
    const asked = `${place.path}/import?kind=schedule&format=ical&mode=dry-run&key=email`;
    const headers = { "content-type": "text/calendar" };
    const expert = await server.as("expert");
    const refused = await expert.ask("POST", asked, Buffer.from("BEGIN:VCALENDAR"), { headers });
    expect(refused).toMatchObject({ status: 400, error: { fields: { key: expect.any(String) } } });
  });

  /** What a job says on its way of how far it is. */
  function watched(payload: object) {
    const shares: number[] = [];
    const rows = Array.from({ length: 5000 }, (_, at) => `Share ${at},${at}@share.example`);
    const file = Buffer.from(`Name,Email\n${rows.join("\n")}\n`);
    const input = async function* () {
      for (let at = 0; at < file.length; at += 10_000) yield file.subarray(at, at + 10_000);
    };
    const { context } = contextOf(server, { id: 1, payload });
    const own = {
      eventId: place.eventId,
      input,
      progress: (share: number) => shares.push(share),
      follow: async () => {},
    };
    return { shares, context: { ...context, ...own } as unknown as JobContext };
  }
  const risesTo = (shares: readonly number[]) => {
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual([...shares].sort((one, other) => one - other));
    expect(shares[0]).toBeLessThan(0.5);
    expect(shares.at(-1)).toBeGreaterThan(0.8);
  };

  test("tells how far it is, although nobody has counted its lines", async () => {
    const { shares, context } = watched({});
    const asked = { ...context, format: "csv", typeId: place.types[1], mode: "dry-run" };
    await thingImporter.run(asked as unknown as ImportContext);
    risesTo(shares);
  });

  test("so does a file that is only read", async () => {
    const { shares, context } = watched({ name: "list.csv" });
    await readImport(context);
    risesTo(shares);
  });

  test("of more lines than are undone nothing is kept, nor of those before", async () => {
    const { write, dialect } = server.deps.database;
    const now = () => new Date();
    const job = 987_654;
    const back = new WayBack({ id: job, dialect, now }, place.eventId);
    const inTransaction = <T>(work: (db: Db) => Promise<T>) =>
      write.transaction().execute((db) => work(db as unknown as Db));
    const claimed = () => inTransaction((db) => claimAct(db, job, place.eventId, now()));
    const kept = async () => {
      const asked = write.selectFrom("event_data_undo" as never).select(["thing_id", "rev", "before"] as never[]);
      return asked.where("job_id" as never, "=", job as never).execute();
    };
    const quoted = await aProfile(place, { last_name: 'One "1"' });
    const ids = [quoted, await aProfile(place), await aProfile(place)].map(({ id }) => id);
    await inTransaction((db) => back.keep(db, ids.slice(0, 1), [], 1000));
    expect(await kept()).toEqual([{ thing_id: quoted.id, rev: 1, before: JSON.stringify({ made: 'Ada One "1"' }) }]);
    await inTransaction((db) => back.keep(db, ids.slice(1, 2), [], UNDO_LINES + 1));
    await inTransaction((db) => back.keep(db, ids.slice(2), [], UNDO_LINES + 2));

    expect(await claimed()).toBeUndefined();
    expect(await kept()).toEqual([]);
  });
});
