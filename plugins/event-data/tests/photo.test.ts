import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertRows, sql } from "#server";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { type Answer, type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { heard } from "../../../tests/support/heard.ts";
import { shownCells } from "../server/exportCells.ts";
import { tidyHeld } from "../server/held.ts";
import { judgePhoto } from "../server/photos/judge.ts";
import { nameOn, tidyPhotos } from "../server/photos/repository.ts";
import type { EventDataTables } from "../server/tables.ts";
import { aJpeg, aPng, aWebp } from "./pictures.ts";

describe("what counts as a picture", () => {
  test("JPEG, PNG and WebP are known by what they hold", () => {
    expect([aJpeg(), aPng(), aWebp()].map(judgePhoto)).toEqual(["image/jpeg", "image/png", "image/webp"]);
  });

  test.each([
    ["a page that calls itself a picture", Buffer.from("<svg onload=alert(1)>")],
    ["nothing", Buffer.alloc(0)],
    ["three bytes of a JPEG", Buffer.from([0xff, 0xd8, 0xff])],
    ["a PNG that broke off", aPng().subarray(0, 40)],
    ["a JPEG that broke off", aJpeg().subarray(0, -2)],
    ["a WebP that broke off", aWebp().subarray(0, -6)],
    ["a PNG without width", aPng(0, 5)],
    ["a GIF", Buffer.from("R0lGODlhAQABAAAAACw=", "base64")],
  ])("refused: %s", (_, bytes) => {
    expect(() => judgePhoto(bytes)).toThrow("event-data.photo_wrong");
  });

  test("refused: a picture of many pixels in few bytes", () => {
    expect(() => judgePhoto(aPng(30_000, 30_000))).toThrow("event-data.photo_large");
  });
});

describe.each(testDatabases)("pictures of profiles, %s", (database) => {
  let server: TestApp;
  let editor: Asker;
  let reader: Asker;
  let base: string;
  let typeId: number;

  beforeAll(async () => {
    server = await app({ database });
    editor = await server.as("matchmaker");
    reader = await server.as("owner");
    base = `/1/api/container/${server.bigEventId}/thing`;
    const types = (await editor.get("/1/api/type")).data as { id: number; type_category_id: number }[];
    typeId = types.find((type) => type.type_category_id === 1)?.id as number;
  });
  afterAll(() => server.close());

  const person = async (last_name: string) =>
    (await editor.post(base, { type_id: typeId, first_name: "Pia", last_name })).data as { id: number; rev: number };
  const give = (id: number, bytes: Buffer) =>
    editor.ask("PUT", `${base}/${id}/photo`, bytes, { headers: { "content-type": "image/png" } });
  const hours = (count: number) => ({
    ...tidyContext(server.deps),
    now: new Date(Date.parse("2026-06-01T00:00:00Z") + count * 3_600_000),
  });
  /** The minutes are over in which a picture can be put back. */
  const letGo = () => tidyHeld({ ...tidyContext(server.deps), now: new Date(Date.now() + 11 * 60_000) });
  const shown = (photo: string) => server.server.inject({ method: "GET", url: `/1/photo/${photo}` });

  test("a picture is given, shown to whoever has its name, in profile and list, and taken away", async () => {
    const { id, rev } = await person("Shown");

    const given = await give(id, aPng());
    const picture = await shown(given.data.photo);
    const listed = await reader.post(`${base}/query`, { filter: [{ field: "id", op: "eq", value: id }] });

    expect(given).toMatchObject({ status: 200, data: { id, photo: expect.stringMatching(/^[0-9a-f]{32}$/) } });
    expect(picture.statusCode).toBe(200);
    expect(picture.headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(picture.rawPayload.equals(aPng())).toBe(true);
    expect(listed.data.rows).toMatchObject([{ id, photo: given.data.photo }]);
    expect((await reader.get(`${base}/${id}`)).data).toMatchObject({ photo: given.data.photo, rev });

    const taken = await editor.remove(`${base}/${id}/photo`);

    expect(taken.data).toEqual({ id, photo: null, before: given.data.photo });
    expect((await reader.get(`${base}/${id}`)).data.photo).toBeNull();
    const history = (await reader.get(`${base}/${id}/history`)).data as { action: string }[];
    expect(history.map(({ action }) => action)).toEqual(["photo_remove", "photo", "create"]);
  });

  test("a list is asked for who has a picture and who has none, and a file says it in words", async () => {
    const [seen, unseen] = [await person("Seen"), await person("Unseen")];
    await give(seen.id, aPng());
    const ofBoth = { field: "id", op: "in", value: [seen.id, unseen.id] };
    const find = async (value: boolean) => {
      const filter = [ofBoth, { field: "photo", op: "empty", value }];
      return (await reader.post(`${base}/query`, { filter })).data.rows.map(({ id }: { id: number }) => id);
    };

    expect([await find(false), await find(true)]).toEqual([[seen.id], [unseen.id]]);
    const as = {
      locale: "en-gb",
      timeZone: "UTC",
      typeNames: new Map(),
      fields: new Map(),
      instants: new Set<string>(),
    };
    const { cellsOf } = shownCells(["photo"], { ...as, say: (key) => key });
    expect([{ photo: "0f" }, { photo: null }].map(cellsOf)).toEqual([["event-data:field.hasPhoto"], [null]]);
  });

  test("who has no picture is counted anew once a picture has been given or taken away", async () => {
    const { id } = await person("Counted");
    const filter = [{ field: "photo", op: "empty", value: true }];
    const count = async () => (await reader.post(`${base}/query`, { filter })).data.matched as number;
    const without = [await count(), await count()];

    await give(id, aPng());
    const given = await count();
    await editor.remove(`${base}/${id}/photo`);

    expect([...without, given, await count()].map((one) => one - (without[0] as number))).toEqual([0, 0, -1, 0]);
  });

  test("a picture that was taken away or changed by a slip is put back, as long as nobody has given another", async () => {
    const { id } = await person("Slipped");
    const other = await person("Other");
    const back = (photo: string, instead: string | null, of = id) =>
      editor.post(`${base}/${of}/photo/back`, { photo, instead });
    const photoOf = async () => (await reader.get(`${base}/${id}`)).data.photo;
    const first = (await give(id, aPng())).data.photo as string;
    const second = (await give(id, aJpeg())).data as { photo: string; before: string };
    expect(second.before).toBe(first);

    expect((await reader.post(`${base}/${id}/photo/back`, { photo: first, instead: second.photo })).status).toBe(403);
    expect(await back(first, second.photo)).toMatchObject({
      status: 200,
      data: { photo: first, before: second.photo },
    });
    expect(await back(first, second.photo)).toMatchObject({ status: 200, data: { photo: first } });
    await editor.remove(`${base}/${id}/photo`);
    expect(await back(first, null)).toMatchObject({ status: 200, data: { photo: first, before: null } });

    const refused = { status: 409, error: { code: "event-data.photo_back" } };
    expect(await back(second.photo, null)).toMatchObject(refused);
    expect(await back(first, null, other.id)).toMatchObject(refused);
    expect(await back("0".repeat(32), first)).toMatchObject(refused);
    expect(await photoOf()).toBe(first);
  });

  // SQLite has one writer at a time.
  test.runIf(database === "postgres")(
    "who puts one back, or gives one, while another is being given finds that",
    async () => {
      const { id } = await person("Crossed");
      const first = (await give(id, aPng())).data.photo as string;
      const second = (await give(id, aJpeg())).data.photo as string;
      const { write, quick } = server.deps.database;
      /** Somebody gives a third picture, and has not ended when another asks. */
      const meanwhile = async (photo: string, ask: () => Promise<Answer>) => {
        let answer: Promise<Answer> | undefined;
        await write.transaction().execute(async (db) => {
          await nameOn(db as never, server.bigEventId, id, photo);
          answer = ask();
          const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
          const isWaiting = async () => Number((await waiting.execute(quick)).rows[0]?.count) > 0;
          await expect.poll(isWaiting, { timeout: 8000, interval: 50 }).toBe(true);
        });
        return answer;
      };
      const third = "a".repeat(32);

      const back = await meanwhile(third, () =>
        editor.post(`${base}/${id}/photo/back`, { photo: first, instead: second }),
      );
      expect(back).toMatchObject({ status: 409, error: { code: "event-data.photo_back" } });
      expect((await reader.get(`${base}/${id}`)).data.photo).toBe(third);

      const given = await meanwhile("b".repeat(32), () => give(id, aWebp()));
      expect(given).toMatchObject({ status: 200, data: { before: "b".repeat(32) } });
    },
  );

  test("after some minutes it is not put back any more, and goes with the others", async () => {
    const { id } = await person("Late");
    const { photo } = (await give(id, aPng())).data as { photo: string };
    await editor.remove(`${base}/${id}/photo`);
    const db = server.deps.database.write.withTables<EventDataTables>();
    const until = await db.selectFrom("event_data_held").select("until").where("name", "=", photo).executeTakeFirst();
    expect(Date.parse(until?.until ?? "") - server.deps.now().getTime()).toBeLessThanOrEqual(10 * 60_000);
    await db
      .updateTable("event_data_held")
      .set({ until: "2020-01-01T00:00:00.000Z" })
      .where("name", "=", photo)
      .execute();

    expect((await editor.post(`${base}/${id}/photo/back`, { photo, instead: null })).status).toBe(409);
    await tidyHeld(hours(0));
    expect(await db.selectFrom("event_data_held").select("name").where("name", "=", photo).execute()).toEqual([]);
  });

  test("a save of the form leaves the picture, and giving a picture makes no open form stale", async () => {
    const { id, rev } = await person("Saved");
    const { data } = await give(id, aJpeg());

    const saved = await editor.patch(`${base}/${id}`, { rev, job_title: "Painter" });

    expect(saved).toMatchObject({ status: 200, data: { photo: data.photo, job_title: "Painter" } });
  });

  test("what is no picture is refused, as is whoever may only read", async () => {
    const { id } = await person("Refused");

    const page = await give(id, Buffer.from("<svg onload=alert(1)>"));
    const byReader = await reader.ask("PUT", `${base}/${id}/photo`, aPng(), {
      headers: { "content-type": "image/png" },
    });

    expect(page).toMatchObject({ status: 400, error: { code: "event-data.photo_wrong" } });
    expect((await give(id, Buffer.alloc(1024 * 1024 + 1))).status).toBe(413);
    expect(byReader.status).toBe(403);
    expect((await shown("0".repeat(32))).statusCode).toBe(404);
    expect((await reader.get(`${base}/${id}`)).data.photo).toBeNull();
  });

  test("a picture that nobody names any more stays for a day, so that what was undone has it again", async () => {
    const { id } = await person("Kept");
    const { data } = await give(id, aWebp());
    await editor.remove(`${base}/${id}/photo`);
    await letGo();

    await tidyPhotos(hours(0));
    await tidyPhotos(hours(23));
    const within = await shown(data.photo);
    await tidyPhotos(hours(25));
    const after = await shown(data.photo);

    expect([within.statusCode, after.statusCode]).toEqual([200, 404]);
  });

  test("a picture that is named again has its day anew, and one that is named stays", async () => {
    const [left, named] = [await person("Left"), await person("Named")];
    const [{ data }, other] = [await give(left.id, aWebp()), await give(named.id, aPng())];
    await editor.remove(`${base}/${left.id}/photo`);
    await letGo();
    await tidyPhotos(hours(0));
    const { write } = server.deps.database;
    await nameOn(write as never, server.bigEventId, left.id, data.photo);
    await tidyPhotos(hours(20));
    await nameOn(write as never, server.bigEventId, left.id, null);

    const there = [];
    for (const at of [21, 30, 46]) {
      await tidyPhotos(hours(at));
      there.push((await shown(data.photo)).statusCode);
    }

    expect(there).toEqual([200, 200, 404]);
    expect((await shown(other.data.photo)).statusCode).toBe(200);
  });

  test("of many pictures all are looked at, without reading them", async () => {
    const { write, dialect } = server.deps.database;
    const names = Array.from({ length: 4500 }, (_, at) => `fffff${at.toString(16).padStart(27, "0")}`);
    await insertRows(
      write as never,
      dialect,
      "event_data_photo",
      ["photo", "media_type", "bytes", "created_at"],
      names.map((name) => [name, "image/png", "", ""]),
    );
    const asked: string[] = [];
    if (dialect.kind === "sqlite") {
      // What reads cannot note what it finds.
      const db = heard(server, ({ sql: text }) => void asked.push(text));
      await expect(tidyPhotos({ ...hours(0), db })).rejects.toThrow("readonly");
      const text = asked[0]?.replaceAll("?", "1") ?? "";
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(write);
      expect(rows[0]?.detail).toContain("COVERING INDEX event_data_photo_left");
    }

    await tidyPhotos(hours(0));
    await tidyPhotos(hours(25));

    const rest = await sql`select 1 from event_data_photo where photo like 'fffff%'`.execute(write);
    expect(rest.rows).toEqual([]);
  });
});
