// Jobs in the built server: in a thread of their own, beside requests that write, and taken up again after a kill.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../server/core/audit/verify.ts";
import { openDatabase } from "../../server/db/open.ts";
import { freshPlace, testDatabase } from "../support/app.ts";
import { ask, type ServerProcess, startServer } from "../support/process.ts";

const ROWS = 12_000;

describe("jobs in their thread", () => {
  let place: Awaited<ReturnType<typeof freshPlace>>;
  let server: ServerProcess;
  let headers: Record<string, string>;
  let eventId: number;
  let typeId: number;
  beforeAll(async () => {
    place = await freshPlace();
    server = await startServer({ DATABASE_URL: place.url, DEMO: "1" });
    headers = await logIn();
    eventId = (await ask(server.url, "GET", "/1/api/container", undefined, headers)).data[0].id;
    const categories = await ask(server.url, "GET", `/1/api/container/${eventId}/type-category`, undefined, headers);
    typeId = categories.data[0].types[0].id;
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  async function logIn() {
    const login = await ask(server.url, "POST", "/1/dashboard/user/login", {
      email: "super@demo.test",
      password: "Lanyard#2026",
    });
    const dashboard = { "x-dashboard-authorization": login.data.token as string };
    const apps = (await ask(server.url, "GET", "/1/dashboard/application", undefined, dashboard)).data;
    const { id } = apps.find(({ name }: { name: string }) => name === "Northwind Events");
    const app = (await ask(server.url, "GET", `/1/dashboard/application/${id}`, undefined, dashboard)).data;
    return { ...dashboard, authorization: `Bearer ${app.token}` };
  }
  async function start(word: string, rows = ROWS): Promise<number> {
    const lines = Array.from({ length: rows }, (_, at) => `${word} ${at},Thread,${word}.${at}@thread.example`);
    const query = `kind=thing&format=csv&mode=apply&type=${typeId}`;
    const response = await fetch(`${server.url}/1/api/container/${eventId}/import?${query}`, {
      method: "POST",
      headers: { ...headers, "content-type": "text/csv" },
      body: `First name,Last name,Email\n${lines.join("\n")}\n`,
    });
    return ((await response.json()) as { data: { job: { id: number } } }).data.job.id;
  }
  const jobOf = async (id: number) => (await ask(server.url, "GET", `/1/api/job/${id}`, undefined, headers)).data;
  async function finished(id: number) {
    for (;;) {
      const job = await jobOf(id);
      if (job.state !== "queued" && job.state !== "running") return job;
      await new Promise((go) => setTimeout(go, 50));
    }
  }
  /** Who was killed holds its job for half a minute; the test does not wait for that, it moves the end of it into the past. */
  async function letLeaseRunOut(id: number): Promise<void> {
    const database = await openDatabase(place.url, { readers: 0 });
    const held = await database.quick
      .selectFrom("core_job")
      .select(["state", "lease_until"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const past = { lease_until: new Date(0).toISOString() };
    await database.write.updateTable("core_job").set(past).where("id", "=", id).execute();
    await database.close();
    expect(held.state).toBe("running");
    expect(Date.parse(String(held.lease_until)) - Date.now()).toBeLessThanOrEqual(30_000);
  }
  async function count(word: string): Promise<number> {
    const body = { filter: [{ field: "first_name", op: "startsWith", value: `${word} ` }], limit: 0 };
    return (await ask(server.url, "POST", `/1/api/container/${eventId}/thing/query`, body, headers)).data.matched;
  }
  const writtenSome = async (id: number, word: string) => {
    for (;;) {
      if ((await jobOf(id)).state === "done" || (await count(word)) > 0) return;
      await new Promise((go) => setTimeout(go, 10));
    }
  };

  test("an import writes while people save, and neither stands in the other's way", async () => {
    const id = await start("beside");
    await writtenSome(id, "beside");

    const saves = [];
    for (let at = 0; at < 10; at++) {
      const body = { type_id: typeId, first_name: `Saver ${at}`, last_name: "Beside" };
      saves.push((await ask(server.url, "POST", `/1/api/container/${eventId}/thing`, body, headers)).status);
    }

    expect(saves).toEqual(Array(10).fill(201));
    expect(await finished(id)).toMatchObject({ state: "done", result: { created: ROWS, skipped: 0 } });
    expect(await count("beside")).toBe(ROWS);
  }, 120_000);

  test("one that is called off stops, and tells what it had done", async () => {
    // So many that it is not done before it is called off, however fast the machine.
    const rows = 10 * ROWS;
    const id = await start("called", rows);
    await writtenSome(id, "called");

    await ask(server.url, "POST", `/1/api/job/${id}/cancel`, undefined, headers);

    const job = await finished(id);
    await new Promise((go) => setTimeout(go, 300));
    const done = await count("called");
    expect(job.state).toBe("cancelled");
    expect((await jobOf(id)).result.created).toBe(done);
    expect(done).toBeLessThan(rows);
  }, 120_000);

  test("one that a kill cut off goes on where it was: no row is lost, none is there twice", async () => {
    const id = await start("killed");
    await writtenSome(id, "killed");

    await server.stop("SIGKILL");
    if (testDatabase === "postgres") await letLeaseRunOut(id);
    server = await startServer({ DATABASE_URL: place.url });
    headers = await logIn();

    const job = await finished(id);
    expect(job).toMatchObject({ state: "done", result: { created: ROWS, updated: 0, unchanged: 0, skipped: 0 } });
    expect(await count("killed")).toBe(ROWS);
    const database = await openDatabase(place.url, { readers: 0 });
    expect(await verifyAudit(database.quick)).not.toHaveProperty("broken");
    await database.close();
  }, 180_000);
});
