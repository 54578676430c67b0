// Acts on many in the built server, which is killed in the middle of them and started again: they go on, and say what they did.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../server/core/audit/verify.ts";
import { openDatabase } from "../../../server/db/open.ts";
import { freshPlace, root } from "../../../tests/support/app.ts";
import { ask, type ServerProcess, startServer } from "../../../tests/support/process.ts";

const COUNT = 6000;

describe("acts on many under a kill", () => {
  let place: Awaited<ReturnType<typeof freshPlace>>;
  let server: ServerProcess;
  let headers: Record<string, string>;
  let path: string;
  beforeAll(async () => {
    place = await freshPlace();
    server = await startServer({ DATABASE_URL: place.url, DEMO: "1" });
    headers = await logIn();
    const events: { id: number; name: string }[] = (await call("GET", "/1/api/container")).data;
    path = `/1/api/container/${events[0]?.id}`;
    const type = (await call("GET", `${path}/type-category`)).data[0].types[0].id;
    const lines = Array.from({ length: COUNT }, (_, at) => `Killed,No ${at},${at}@killed.example`).join("\n");
    const response = await fetch(`${server.url}${path}/import?kind=thing&format=csv&mode=apply&type=${type}`, {
      method: "POST",
      headers: { ...headers, "content-type": "text/csv" },
      body: `First name,Last name,Email\n${lines}\n`,
    });
    expect((await finished(((await response.json()) as { data: { job: { id: number } } }).data.job.id)).state).toBe(
      "done",
    );
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    await place.remove();
    rmSync(join(root, `dist/test-server-${process.pid}`), { recursive: true, force: true });
  });

  const call = (method: string, address: string, body?: unknown) => ask(server.url, method, address, body, headers);
  async function logIn() {
    const login = { email: "super@demo.test", password: "Lanyard#2026" };
    const { data } = await ask(server.url, "POST", "/1/dashboard/user/login", login);
    const dashboard = { "x-dashboard-authorization": data.token as string };
    const apps = (await ask(server.url, "GET", "/1/dashboard/application", undefined, dashboard)).data;
    const { id } = apps.find(({ name }: { name: string }) => name === "Northwind Events");
    const app = (await ask(server.url, "GET", `/1/dashboard/application/${id}`, undefined, dashboard)).data;
    return { ...dashboard, authorization: `Bearer ${app.token}` };
  }
  async function finished(id: number) {
    for (;;) {
      const { data } = await call("GET", `/1/api/job/${id}`);
      if (data.state !== "queued" && data.state !== "running") return data;
      await new Promise((go) => setTimeout(go, 50));
    }
  }
  async function count(status: string): Promise<number> {
    const filter = [{ field: "status", op: "eq", value: status }];
    return (await call("POST", `${path}/thing/query`, { search: "killed.example", filter, limit: 0 })).data.matched;
  }
  /** Pulls the plug once a job has changed some and not yet all. */
  async function killOnceSome(status: string): Promise<number> {
    for (;;) {
      const some = await count(status);
      if (some > 0) {
        await server.stop("SIGKILL");
        server = await startServer({ DATABASE_URL: place.url });
        headers = await logIn();
        return some;
      }
      await new Promise((go) => setTimeout(go, 5));
    }
  }

  test("a job goes on where it was, its undoing too: each profile once, and both tell all that they did", async () => {
    const body = { selection: { question: { search: "killed.example" } }, act: { do: "deactivate" }, mode: "apply" };
    const { id } = (await call("POST", `${path}/thing/bulk`, body)).data.job;
    const atKill = await killOnceSome("blocked");
    const last = (await call("GET", `${path}/thing/bulk/last`)).data;
    const job = await finished(id);

    expect(atKill).toBeLessThan(COUNT);
    expect(last).toMatchObject({ job: { id }, do: "deactivate" });
    expect(job).toMatchObject({ state: "done", result: { changed: COUNT, unchanged: 0, skipped: 0, errors: [] } });
    expect(await count("blocked")).toBe(COUNT);

    const undoing = (await call("POST", `${path}/thing/bulk/${id}/undo`, {})).data.job.id;
    const backAtKill = await killOnceSome("imported");
    const undone = await finished(undoing);

    expect(backAtKill).toBeLessThan(COUNT);
    expect(undone).toMatchObject({ state: "done", result: { changed: COUNT, unchanged: 0, skipped: 0, errors: [] } });
    expect(await count("imported")).toBe(COUNT);
    expect((await call("GET", `${path}/thing/bulk/last`)).data).toBeNull();
    const history = { filter: [{ field: "object_label", op: "startsWith", value: "Killed No" }], limit: 0 };
    // Each came in, was deactivated and came back: a line each, and no more.
    expect((await call("POST", `${path}/history/query`, history)).data.matched).toBe(3 * COUNT);
    const database = await openDatabase(place.url, { readers: 0 });
    expect(await verifyAudit(database.quick)).not.toHaveProperty("broken");
    await database.close();
  }, 240_000);
});
