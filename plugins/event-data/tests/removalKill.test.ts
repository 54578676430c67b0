// The removal of a field in the built server, which is killed in its middle and started again: nothing is lost on the way.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { verifyAudit } from "../../../server/core/audit/verify.ts";
import { openDatabase } from "../../../server/db/open.ts";
import { freshPlace, root } from "../../../tests/support/app.ts";
import { ask, type ServerProcess, startServer } from "../../../tests/support/process.ts";

/** More than one transaction writes. */
const COUNT = 24_000;

describe("the removal of a field under a kill", () => {
  let place: Awaited<ReturnType<typeof freshPlace>>;
  let server: ServerProcess;
  let headers: Record<string, string>;
  let path: string;
  let field: Field;
  beforeAll(async () => {
    place = await freshPlace();
    server = await startServer({ DATABASE_URL: place.url, DEMO: "1" });
    headers = await logIn();
    const events: { id: number; name: string }[] = (await call("GET", "/1/api/container")).data;
    path = `/1/api/container/${events[0]?.id}`;
    const made = (await call("POST", `${path}/field`, { labels: { "en-gb": "Seat" }, kind: "text" })).data;
    const type = (await call("GET", `${path}/type-category`)).data[0].types[0].id;
    const lines = Array.from({ length: COUNT }, (_, at) => `Killed,No ${at},${at}@killed.example,S${at}`).join("\n");
    const response = await fetch(`${server.url}${path}/import?kind=thing&format=csv&mode=apply&type=${type}`, {
      method: "POST",
      headers: { ...headers, "content-type": "text/csv" },
      body: `First name,Last name,Email,Seat\n${lines}\n`,
    });
    const { data } = (await response.json()) as { data: { job: { id: number } } };
    expect((await finished(data.job.id)).state).toBe("done");
    field = (await call("POST", `${path}/field/${made.id}/archive`, { rev: made.rev })).data;
  }, 300_000);
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
  const answers = async (): Promise<number> => {
    const { keys } = (await call("GET", `${path}/field/use`)).data;
    return keys.find(({ key }: { key: string }) => key === field.key)?.answers ?? 0;
  };
  const isThere = async () =>
    ((await call("GET", `${path}/field`)).data as Field[]).some(({ id }: { id: number }) => id === field.id);
  const removal = async (): Promise<number> =>
    (await call("POST", `${path}/field/${field.id}/remove`, { rev: field.rev })).data.job.id;
  /** Waits until answers are fewer, or more, than they were. */
  async function once(holds: (count: number) => boolean): Promise<number> {
    for (;;) {
      const count = await answers();
      if (holds(count)) return count;
      await new Promise((go) => setTimeout(go, 5));
    }
  }
  async function kill(): Promise<void> {
    await server.stop("SIGKILL");
    server = await startServer({ DATABASE_URL: place.url });
    headers = await logIn();
  }

  test("called off, and killed while it is put back, all answers are there again; killed on its way, it goes on to its end", async () => {
    const first = await removal();
    const taken = await once((count) => count < COUNT);
    await call("POST", `/1/api/job/${first}/cancel`, {});
    await kill();
    const back = await once((count) => count === COUNT);
    const called = await finished(first);

    expect(taken).toBeLessThan(COUNT);
    expect(called).toMatchObject({ state: "cancelled", result: { changed: 0 } });
    expect([back, await isThere()]).toEqual([COUNT, true]);

    let second: number | undefined;
    while (second === undefined) second = await removal().catch(() => undefined);
    const left = await once((count) => count < COUNT);
    await kill();
    const job = await finished(second);

    expect(left).toBeLessThan(COUNT);
    expect(job).toMatchObject({ state: "done", result: { changed: COUNT } });
    expect([await answers(), await isThere()]).toEqual([0, false]);
    const database = await openDatabase(place.url, { readers: 0 });
    expect(await verifyAudit(database.quick)).not.toHaveProperty("broken");
    await database.close();
  }, 300_000);
});
