// Erased means gone: of somebody who was erased no table says anything any more, and no undoing brings them back.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../server/core/audit/verify.ts";
import { expireJobs } from "../../../server/core/jobs/forget.ts";
import { expireLetters } from "../../../server/core/mail/repository.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { tidyMerges } from "../../duplicates/server/merges.ts";
import { aPng } from "../../event-data/tests/pictures.ts";

const DAY_MS = 86_400_000;

describe.each(testDatabases)("who is erased, on %s", (database) => {
  let lanyard: TestApp;
  let chief: Asker;
  let base: string;
  let appId: number;
  let typeId: number;
  beforeAll(async () => {
    lanyard = await app({ database });
    chief = await lanyard.as("super");
    appId = lanyard.apps.northwind;
    base = `/1/api/container/${lanyard.bigEventId}`;
    typeId = (await chief.get(`${base}/type-category`)).data[0].types[0].id;
  });
  afterAll(() => lanyard.close());

  const make = async (last_name: string, more: object = {}) => {
    const draft = { type_id: typeId, first_name: "Ada", last_name, email: `${last_name}@erased.test`, ...more };
    return (await chief.post(`${base}/thing`, draft)).data as { id: number; rev: number };
  };
  const bulk = async (act: object, ids: number[]) => {
    const body = { selection: { ids }, act, mode: "apply" };
    const { job } = (await chief.post(`${base}/thing/bulk`, body)).data;
    expect((await chief.finished(job.id)).data.state).toBe("done");
    return job.id as number;
  };
  const removal = async (ids: number[]) => bulk({ do: "remove", confirm: ids.length }, ids);
  const undo = async (job: number) => {
    const { job: undoing } = (await chief.post(`${base}/thing/bulk/${job}/undo`, {})).data;
    return (await chief.finished(undoing.id)).data.result;
  };
  const lineOf = async (id: number, action: string) => {
    const filter = [
      { field: "object_type", op: "eq", value: "event-data.thing" },
      { field: "object_id", op: "eq", value: String(id) },
      { field: "action", op: "eq", value: action },
    ];
    return (await chief.post(`${base}/history/query`, { filter })).data.rows[0] as { id: number };
  };
  const resting = async () => {
    const open = lanyard.deps.database.quick.selectFrom("core_job").select("id");
    while (await open.where("state", "in", ["queued", "running"]).executeTakeFirst())
      await new Promise((go) => setTimeout(go, 20));
  };
  const erase = async (id: number, action = "remove") => {
    const line = await lineOf(id, action);
    const { status, data } = await chief.post(`${base}/history/${line.id}/erase`);
    expect(status).toBe(200);
    await resting();
    return data.lines as number;
  };
  const eraseAll = async (ids: number[]) => {
    const lines = [];
    for (const id of ids) lines.push((await lineOf(id, "remove")).id);
    const order = { selection: { ids: lines }, mode: "apply", confirm: ids.length };
    const { job } = (await chief.post(`${base}/history/erase`, order)).data;
    const done = (await chief.finished(job.id)).data;
    await resting();
    return done;
  };
  const there = async (id: number) => (await chief.get(`${base}/thing/${id}`)).status === 200;

  /** The tables in which a word stands, in whatever column. */
  const placesOf = async (word: string) => {
    const { write } = lanyard.deps.database;
    const found: string[] = [];
    for (const { name } of await write.introspection.getTables()) {
      // What full-text search makes of the rows is made anew with them.
      if (name.startsWith("event_data_search")) continue;
      const rows = (await write
        .selectFrom(name as "core_job")
        .selectAll()
        .execute()) as Record<string, unknown>[];
      const says = (value: unknown) =>
        (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)).toLowerCase().includes(word);
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) if (says(value)) found.push(`${name}.${column}`);
    }
    return [...new Set(found)].sort();
  };

  test("replies that wait for a repeat are gone, and a repeat does not bring anybody back", async () => {
    const draft = { type_id: typeId, first_name: "Ada", last_name: "Kept", email: "kept@erased.test" };
    const send = () => chief.ask("POST", `${base}/thing`, draft, { headers: { "idempotency-key": "kept" } });
    const { id } = (await send()).data;
    await removal([id]);
    await erase(id);

    const again = await send();
    expect([again.status, again.error.code]).toEqual([409, "key_spent"]);
    expect(await there(id)).toBe(false);
  });

  test("no table says anything any more, of one or of many", async () => {
    const kept = await make("Staying");
    const ids: number[] = [];
    for (const word of ["zyxwvutsone", "zyxwvutstwo"]) {
      const { id } = await make(word);
      ids.push(id);
      await chief.ask("PUT", `${base}/thing/${id}/photo`, aPng(), { headers: { "content-type": "image/png" } });
    }
    const csv = `First name,Last name,Email\n${["zyxwvutsone", "zyxwvutstwo"].map((name) => `Ada,${name},${name}@erased.test`).join("\n")}\n,,broken ${"zyxwvutsone"}\n`;
    await chief.importFile(lanyard.bigEventId, `kind=thing&format=csv&mode=apply&type=${typeId}`, csv);
    const asked = { format: "csv", search: "zyxwvuts", columns: [{ field: "name", title: "Name" }] };
    await chief.finished((await chief.post(`${base}/thing/export`, asked)).data.job.id);
    const group = (await chief.post(`${base}/custom-group`, { name: "Some", mode: "manual" })).data.id;
    await chief.post(`${base}/custom-group/${group}/member`, { words: ids.map(String) });
    await chief.post(`${base}/custom-group/${group}/member/remove`, { ids });
    await bulk({ do: "edit", field: "job_title", value: "Pilot" }, [...ids, kept.id]);
    const start = new Date(Math.floor(Date.now() / DAY_MS + 40) * DAY_MS).toISOString();
    const end = new Date(Date.parse(start) + 1_800_000).toISOString();
    const meeting = { participants: [ids[0], kept.id], start, end, location_id: null, message: "", state: "accepted" };
    expect((await chief.post(`${base}/meeting`, meeting)).status).toBe(201);
    await lanyard.deps.mailer.enqueue(lanyard.deps.database.write, lanyard.deps, {
      ...{ appId: appId, to: "Zyxwvutsone@erased.test", subject: "Hello zyxwvutsone", text: "Dear zyxwvutsone" },
    });
    await bulk({ do: "remove", confirm: 2, tells: true }, ids);
    await resting();
    const before = await placesOf("zyxwvuts");

    await erase(ids[0] as number);
    const one = await placesOf("zyxwvutsone");
    const other = await placesOf("zyxwvutstwo");
    const broken = "First name,Last name,Email\nAda,Broken,zyxwvutstwo at nowhere\n";
    await chief.importFile(lanyard.bigEventId, `kind=thing&format=csv&mode=apply&type=${typeId}`, broken);
    const told = await placesOf("zyxwvutstwo");
    const done = await eraseAll([ids[1] as number]);

    expect(told).toEqual(expect.arrayContaining(["core_job.result", "core_job_piece.bytes"]));
    expect(before).toEqual(
      expect.arrayContaining([
        ...["core_audit.after", "core_audit.before", "core_audit.object_label", "core_job.payload"],
        ...["core_job.result", "core_job_piece.bytes", "core_mail.recipient", "core_mail.text"],
        ...["event_data_undo.before", "networking_notice.name"],
      ]),
    );
    expect(one).toEqual([]);
    expect(other).toEqual(expect.arrayContaining(["core_audit.object_label", "event_data_undo.before"]));
    expect(done.result).toMatchObject({ erased: 1 });
    expect(await placesOf("zyxwvuts")).toEqual([]);
    expect(
      (
        await lanyard.deps.database.write
          .selectFrom("event_data_photo" as never)
          .selectAll()
          .execute()
      ).length,
    ).toBe(0);
    expect((await placesOf("staying")).length).toBeGreaterThan(0);
    expect((await verifyAudit(lanyard.deps.database.quick)).broken).toBeUndefined();
  }, 60_000);

  test("nobody logs in as them, no speaker says their address, and no file that answered a question is left", async () => {
    const { write } = lanyard.deps.database;
    const draft = { labels: { "en-gb": "Passport" }, kind: "file", key: "passport" };
    const field = (await chief.post(`${base}/field`, draft)).data;
    const bytes = { headers: { "content-type": "application/octet-stream" } };
    const sent = await chief.ask("POST", `${base}/field/${field.id}/file?name=face.png`, aPng(), bytes);
    const gone = await make("Lodged", { fields: { passport: sent.data.answer } });
    const times = { made_at: new Date().toISOString(), expires_at: "2999-01-01T00:00:00.000Z" };
    const link = { event_id: lanyard.bigEventId, thing_id: gone.id, hash: "0".repeat(64), ...times };
    await write
      .insertInto("app_access_link" as never)
      .values(link as never)
      .execute();
    const speaker = {
      event_id: lanyard.bigEventId,
      source: "",
      external_id: "9",
      name: "Ada",
      email: "lodged@erased.test",
    };
    await write
      .insertInto("agenda_speaker" as never)
      .values(speaker as never)
      .execute();
    const left = async () => {
      const rows = async (table: string, column: string, value: unknown) =>
        (
          await write
            .selectFrom(table as never)
            .select(column as never)
            .where(column as never, "=", value as never)
            .execute()
        ).length;
      return [
        await rows("app_access_link", "thing_id", gone.id),
        await rows("agenda_speaker", "email", "lodged@erased.test"),
        await rows("event_data_file", "field_id", field.id),
      ];
    };
    await removal([gone.id]);
    const before = await left();

    await erase(gone.id);

    expect(sent.status).toBe(201);
    expect(before).toEqual([1, 1, 1]);
    expect(await left()).toEqual([0, 0, 0]);
  });

  test("is not brought back by the undoing of the act that removed them, which says so; the others come back", async () => {
    const [gone, back, other] = [await make("Vanished"), await make("Returning"), await make("Another")];
    const edited = await bulk({ do: "edit", field: "job_title", value: "Pilot" }, [gone.id, back.id]);
    const job = await removal([gone.id, back.id, other.id]);
    await erase(gone.id);

    const undone = await undo(job);
    const before = await undo(edited);

    expect(undone).toMatchObject({ changed: 2, skipped: 1 });
    expect(undone.errors).toEqual([{ id: gone.id, name: "", message: expect.stringContaining("erased") }]);
    expect([await there(gone.id), await there(back.id), await there(other.id)]).toEqual([false, true, true]);
    expect(before).toMatchObject({ changed: 1, skipped: 1 });
    expect(before.errors).toEqual([{ id: gone.id, name: "", message: expect.stringContaining("erased") }]);
    expect(await placesOf("vanished")).toEqual([]);
    expect([edited, job]).not.toContain((await chief.get(`${base}/thing/bulk/last`)).data?.job.id);
  });

  test("is not waited for by what they had in common with those who come back", async () => {
    const [back, gone] = [await make("Relinked"), await make("Unlinked")];
    const ends = { from: { label: "At", category: 1, types: [] }, to: { label: "Of", category: 1, types: [] } };
    const kind = (await chief.post(`${base}/relationship`, { name: "Knows", cardinality: "many-many", ...ends })).data;
    const link = { from: back.id, to: gone.id };
    expect((await chief.post(`${base}/relationship/${kind.id}/link`, link)).status).toBe(201);
    const job = await removal([gone.id, back.id]);
    await eraseAll([gone.id]);

    const undone = await undo(job);

    expect(undone).toMatchObject({ changed: 1, skipped: 1 });
    expect((await chief.post(`${base}/relationship/${kind.id}/link/query`, {})).data.matched).toBe(0);
  });

  test("does not come back out of a profile that they were merged into, one by one or with many", async () => {
    const [kept, gone] = [await make("Mergedone"), await make("Mergedtwo")];
    const headers = { headers: { "content-type": "image/png" } };
    const { photo } = (await chief.ask("PUT", `${base}/thing/${gone.id}/photo`, aPng(), headers)).data;
    const [keep, drop] = [kept, gone].map(({ id, rev }) => ({ id, rev }));
    const merged = await chief.post(`${base}/thing/merge`, { keep, drop, take: [] });
    const doubles = { company_name: "Same Ltd" };
    const first = await make("Doubled", { ...doubles, email: "doubledone@erased.test" });
    const second = await make("Doubled", { ...doubles, email: "doubledtwo@erased.test" });
    const job = await bulk({ do: "merge", by: "name" }, [first.id, second.id]);
    const left = (await there(first.id)) ? second.id : first.id;
    await erase(gone.id, "merge_into");
    await erase(left, "merge_into");

    const parted = await chief.post(`${base}/thing/merge/${merged.data.id}/undo`);
    const undone = await undo(job);

    expect(parted.error.code).toBe("duplicates.erased");
    expect(undone).toMatchObject({ changed: 0, skipped: 1, errors: [{ message: expect.stringContaining("erased") }] });
    expect(await there(left)).toBe(false);
    expect(await placesOf("mergedtwo")).toEqual([]);
    expect((await chief.ask("GET", `/1/photo/${photo}`)).status).toBe(404);
  });

  test("is named by no merge of others either, whatever it told of them", async () => {
    const ends = { from: { label: "Tells", category: 1, types: [] }, to: { label: "Told by", category: 1, types: [] } };
    const draft = { name: "One", cardinality: "one-one", ...ends };
    const kind = (await chief.post(`${base}/relationship`, draft)).data;
    const link = async (from: { id: number }, to: { id: number }) => {
      const body = { from: from.id, to: to.id };
      expect((await chief.post(`${base}/relationship/${kind.id}/link`, body)).status).toBe(201);
    };
    const twins = async (name: string) => {
      const two = [];
      for (const which of ["one", "two"]) {
        const more = { company_name: "Same Ltd", email: `${name}${which}@erased.test` };
        two.push(await make(name, more));
      }
      const [one, other] = two as [(typeof two)[number], (typeof two)[number]];
      const third = await make(`third${name}`);
      await link(one, await make(`Linked${name}`));
      await link(other, third);
      return { one, other, third };
    };
    const [alone, many] = [await twins("Relatedone"), await twins("Relatedmany")];
    const [keep, drop] = [alone.one, alone.other].map(({ id, rev }) => ({ id, rev }));
    const merged = (await chief.post(`${base}/thing/merge`, { keep, drop, take: [] })).data;
    const job = await bulk({ do: "merge", by: "name" }, [many.one.id, many.other.id]);
    expect(await placesOf("thirdrelatedone")).toContain("duplicates_merge.before");
    await removal([alone.third.id, many.third.id]);
    await eraseAll([alone.third.id, many.third.id]);

    expect(await placesOf("thirdrelated")).toEqual([]);
    const told = (await chief.get(`${base}/duplicate/merge`)).data.find(({ id }: { id: number }) => id === merged.id);
    expect(told.left).toEqual([{ label: "relationships:merging.taken", count: 1 }]);
    expect(await undo(job)).toMatchObject({ changed: 1 });
    expect((await chief.post(`${base}/thing/merge/${merged.id}/undo`)).status).toBe(200);
  });

  test("keeps the letters that go to somebody else at the same address, or to an account", async () => {
    const { write } = lanyard.deps.database;
    const gone = await make("Shared", { email: "shared@erased.test" });
    const companyType = (await chief.get(`${base}/type-category`)).data[1].types[0].id;
    await chief.post(`${base}/thing`, { type_id: companyType, name: "Shared Ltd", email: "shared@erased.test" });
    const [user] = await write.selectFrom("core_user").select("email").limit(1).execute();
    const staff = await make("Staff", { email: user?.email });
    for (const to of ["shared@erased.test", user?.email ?? ""])
      await lanyard.deps.mailer.enqueue(write, lanyard.deps, { appId: appId, to, subject: "Hi", text: "Hi" });
    await removal([gone.id, staff.id]);

    await eraseAll([gone.id, staff.id]);

    const kept = await write.selectFrom("core_mail").select("recipient").where("subject", "=", "Hi").execute();
    expect(kept.map(({ recipient }) => recipient).sort()).toEqual(["shared@erased.test", user?.email].sort());
  });

  test("what a merge keeps of two goes when it can no longer be undone", async () => {
    const [kept, gone] = [await make("Keptlong"), await make("Gonelong")];
    const [keep, drop] = [kept, gone].map(({ id, rev }) => ({ id, rev }));
    await chief.post(`${base}/thing/merge`, { keep, drop, take: [] });
    const { write: db } = lanyard.deps.database;
    const tidied = async (days: number) => {
      await tidyMerges({ db: db as never, now: new Date(Date.now() + days * DAY_MS) });
      return (await placesOf("gonelong")).includes("duplicates_merge.before");
    };

    expect([await tidied(29), await tidied(31)]).toEqual([true, false]);
  });

  test("what jobs tell of people goes after a week, and letters after a month, without anybody asking", async () => {
    const { database: at, now } = lanyard.deps;
    await chief.importFile(
      lanyard.bigEventId,
      `kind=thing&format=csv&mode=apply&type=${typeId}`,
      "First name,Last name,Email\nAda,Expiring,expiring at nowhere\n",
    );
    await lanyard.deps.mailer.enqueue(at.write, lanyard.deps, {
      ...{ appId: appId, to: "expiring@letter.test", subject: "Hi", text: "Hi" },
    });
    const later = (days: number) => ({ database: at, now: () => new Date(now().getTime() + days * DAY_MS) });

    const early = [await expireJobs(later(6)), await expireLetters(later(29))];
    while ((await expireJobs(later(8))) > 0);
    await expireLetters(later(31));

    const jobs = await at.write.selectFrom("core_job").select(["result", "payload", "emptied_at"]).execute();
    expect(early).toEqual([0, 0]);
    expect(jobs.every(({ emptied_at }) => emptied_at !== null)).toBe(true);
    expect(jobs.some(({ result }) => result?.includes("nowhere"))).toBe(false);
    expect(jobs.flatMap(({ result }) => JSON.parse(result ?? "{}"))).toContainEqual(
      expect.objectContaining({ created: 0, skipped: 1, errors: [] }),
    );
    expect(await placesOf("expiring@letter.test")).toEqual([]);
  });
});
