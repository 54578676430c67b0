// Several processes on one PostgreSQL. Where there is none, one process on SQLite keeps the same promises.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endTag } from "../../server/core/accounts/sessions.ts";
import { hashToken } from "../../server/core/accounts/tokens.ts";
import { JobRunner } from "../../server/core/jobs/runner.ts";
import { openDatabase } from "../../server/db/open.ts";
import { app, freshPlace, type TestApp, testDatabase } from "../support/app.ts";
import { ask, type ServerProcess, startServer } from "../support/process.ts";

const several = testDatabase === "postgres" ? 2 : 1;

describe(`${several} server processes on one database`, () => {
  let place: Awaited<ReturnType<typeof freshPlace>>;
  let servers: ServerProcess[] = [];
  beforeAll(async () => {
    place = await freshPlace();
    // At the same moment on an empty database: migrations and demo are made once.
    servers = await Promise.all(
      Array.from({ length: several }, () => startServer({ DATABASE_URL: place.url, DEMO: "1" })),
    );
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await place.remove();
  });

  const first = () => (servers[0] as ServerProcess).url;
  const last = () => (servers[servers.length - 1] as ServerProcess).url;
  const logIn = async () => {
    const { data } = await ask(first(), "POST", "/1/dashboard/user/login", {
      email: "owner@demo.test",
      password: "Lanyard#2026",
    });
    return { "x-dashboard-authorization": data.token as string };
  };

  test("begin together with one demo", async () => {
    const apps = await ask(last(), "GET", "/1/dashboard/application", undefined, await logIn());

    expect(apps.data.map((each: { name: string }) => each.name)).toEqual(["Northwind Events", "Harbour Expo"]);
  });

  test("tell the open pages of a session on every process that it has ended, and no other page", async () => {
    const [mine, other] = [await logIn(), await logIn()];
    const heard: string[] = [];
    const pages = new AbortController();
    const page = await fetch(`${last()}/events`, { signal: pages.signal });
    const reading = (async () => {
      for await (const chunk of page.body as unknown as AsyncIterable<Uint8Array>)
        heard.push(Buffer.from(chunk).toString());
    })().catch(() => {});
    // The first words of the stream have come, so that it is known there.
    while (!heard.join("").includes("event: navigation")) await new Promise((go) => setTimeout(go, 10));

    await ask(first(), "POST", "/1/dashboard/user/logout", { type: 1 }, mine);
    while (!heard.join("").includes("session-ended")) await new Promise((go) => setTimeout(go, 10));
    pages.abort();
    await reading;

    const tags = [...heard.join("").matchAll(/event: session-ended\ndata: (\w+)/g)].map(([, tag]) => tag);
    const tagOf = (headers: typeof mine) => endTag(hashToken(headers["x-dashboard-authorization"]));
    expect(tags).toEqual([tagOf(mine)]);
    expect(tags).not.toContain(tagOf(other));
  });

  test("know each other's sessions at once, from the log-in to the end", async () => {
    const headers = await logIn();
    expect((await ask(last(), "GET", "/1/dashboard/application", undefined, headers)).status).toBe(200);

    await ask(last(), "POST", "/1/dashboard/user/logout", { type: 2 }, headers);

    expect((await ask(first(), "GET", "/1/dashboard/application", undefined, headers)).status).toBe(401);
  });
});

describe("jobs on several runners", () => {
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app();
    await lanyard.deps.jobs.stop();
  });
  afterAll(() => lanyard.close());

  /** As a second process has it: connections and runner of its own. */
  const another = async () => {
    if (testDatabase === "sqlite") return { deps: lanyard.deps, close: async () => {} };
    const database = await openDatabase(lanyard.deps.config.databaseUrl);
    return { deps: { ...lanyard.deps, database }, close: () => database.close() };
  };

  const enqueue = async (runner: JobRunner, count: number) => {
    const draft = {
      kind: "count",
      payload: null,
      appId: lanyard.apps.northwind,
      eventId: undefined,
      userId: 1,
      at: new Date(),
    };
    const { write } = lanyard.deps.database;
    return write.transaction().execute(async (db) => {
      const ids: number[] = [];
      for (let at = 0; at < count; at++) ids.push((await runner.enqueue(db, draft)).id);
      return ids;
    });
  };

  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) await new Promise((go) => setTimeout(go, 10));
  };

  test("are taken once each", async () => {
    const [here, there] = [new JobRunner(), new JobRunner()];
    const second = await another();
    const ids = await enqueue(here, 40);
    const ran: number[] = [];
    const count = async ({ id }: { id: number }) => {
      ran.push(id);
      await new Promise((go) => setTimeout(go, 2));
    };

    here.start(lanyard.deps, { count });
    if (testDatabase === "postgres") there.start(second.deps, { count });
    await until(() => ran.length >= ids.length);
    await Promise.all([here.stop(), there.stop()]);

    expect([...ran].sort((a, b) => a - b)).toEqual(ids);
    await second.close();
  });

  test("show their progress, and are called off, from the other process", async () => {
    const [here, there] = [new JobRunner(), new JobRunner()];
    const second = await another();
    let running = 0;
    const count = ({ id, progress, signal }: { id: number; progress: (done: number) => void; signal: AbortSignal }) => {
      running = id;
      // As work does: again and again, so that a message which came too early is made up for.
      const telling = setInterval(() => progress(0.5), 50);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))).finally(() =>
        clearInterval(telling),
      );
    };
    here.start(lanyard.deps, { count });
    there.start(second.deps, {});
    const [id] = (await enqueue(here, 1)) as [number];
    here.announce();

    await until(() => running === id && there.progressOf(id) === 0.5);
    await second.deps.database.write.updateTable("core_job").set({ state: "cancelled" }).where("id", "=", id).execute();
    there.cancel(id);

    const state = async () =>
      await lanyard.deps.database.quick
        .selectFrom("core_job")
        .select(["state", "worker"])
        .where("id", "=", id)
        .executeTakeFirst();
    await until(async () => (await state())?.worker === null);
    expect((await state())?.state).toBe("cancelled");
    await Promise.all([here.stop(), there.stop()]);
    await second.close();
  });

  test("that another process took over commit nothing any more", async () => {
    const runner = new JobRunner();
    const { write, quick } = lanyard.deps.database;
    const [id] = (await enqueue(runner, 1)) as [number];
    let ended = false;
    runner.start(lanyard.deps, {
      count: async ({ inTransaction }) => {
        await write.updateTable("core_job").set({ worker: "another" }).where("id", "=", id).execute();
        await inTransaction(async (db) => {
          const tables = db as unknown as typeof write;
          await tables.updateTable("core_app").set({ name: "Written twice" }).execute();
        }).finally(() => {
          ended = true;
        });
      },
    });

    await until(() => ended);
    await runner.stop();

    expect(await quick.selectFrom("core_app").select("id").where("name", "=", "Written twice").execute()).toEqual([]);
    const row = await quick.selectFrom("core_job").select(["state", "worker"]).where("id", "=", id).executeTakeFirst();
    expect(row).toEqual({ state: "running", worker: "another" });
  });

  test("that end with their last transaction do not run again after a crash", async () => {
    const { write, quick } = lanyard.deps.database;
    const runner = new JobRunner();
    await write.updateTable("core_job").set({ state: "failed", worker: null }).where("state", "=", "running").execute();
    const [id] = (await enqueue(runner, 1)) as [number];
    let runs = 0;
    runner.start(lanyard.deps, {
      count: async ({ inTransaction }) => {
        runs++;
        await inTransaction(async () => ({ created: 3 }), { last: true });
        throw new Error("as if the process had died here");
      },
    });

    await until(
      async () =>
        (await quick.selectFrom("core_job").select("state").where("id", "=", id).executeTakeFirst())?.state === "done",
    );
    runner.wake();
    await runner.stop();

    const row = await quick.selectFrom("core_job").select(["state", "result"]).where("id", "=", id).executeTakeFirst();
    expect([runs, row]).toEqual([1, { state: "done", result: '{"created":3}' }]);
  });
});
