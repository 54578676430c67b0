// What a server meets in a long life: a database that is restarted under load, clients that take their time, clocks that jump.
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres } from "../../scripts/postgres.mjs";
import { verifyAudit } from "../../server/core/audit/verify.ts";
import { app, freshPlace, root, type TestApp, testDatabase } from "../support/app.ts";
import { ask, type ServerProcess, startServer } from "../support/process.ts";

const PASSWORD = "Lanyard#2026";

describe("a database that is restarted under load", () => {
  let server: ServerProcess;
  let restart: () => Promise<void>;
  let clear: () => Promise<unknown>;
  beforeAll(async () => {
    if (testDatabase === "postgres") {
      // One of its own: the others go on with theirs.
      const cluster = await startPostgres(root, { own: true });
      server = await startServer({ DATABASE_URL: cluster.url as string, DEMO: "1" });
      restart = () => cluster.restart?.() as Promise<void>;
      clear = async () => cluster.stop();
    } else {
      // The embedded one lives and ends with its server.
      const place = await freshPlace();
      server = await startServer({ DATABASE_URL: place.url, DEMO: "1" });
      restart = async () => {
        await server.stop();
        server = await startServer({ DATABASE_URL: place.url });
      };
      clear = () => place.remove();
    }
  });
  afterAll(async () => {
    await server.stop();
    await clear();
  });

  test("is found again by the same server, which says so meanwhile and loses nothing it acknowledged", async () => {
    const headers = await logIn(server.url);
    const events = (await ask(server.url, "GET", "/1/api/container", undefined, headers)).data;
    const thing = `/1/api/container/${events[0].id}/thing`;
    const types = (await ask(server.url, "GET", `/1/api/container/${events[0].id}/type-category`, undefined, headers))
      .data;
    const acknowledged: string[] = [];
    const answers = new Set<string>();
    let isOver = false;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let at = 0; !isOver; at++) {
        const body = { type_id: types[0].types[0].id, first_name: "Restart", last_name: `w${writer}n${at}` };
        // While nobody listens there is no answer at all.
        const answer = await ask(server.url, "POST", thing, body, headers).catch(() => undefined);
        if (answer) answers.add(`${answer.status} ${answer.error?.code ?? ""}`.trim());
        if (answer?.status === 201) acknowledged.push(body.last_name);
        else await new Promise((go) => setTimeout(go, 20));
      }
    });
    const written = async (count: number) => {
      while (acknowledged.length < count) await new Promise((go) => setTimeout(go, 10));
    };

    await written(20);
    await restart();
    await written(acknowledged.length + 20);
    isOver = true;
    await Promise.all(writers);

    expect([...answers].filter((answer) => answer !== "201" && answer !== "503 unavailable")).toEqual([]);
    const filter = [{ field: "first_name", op: "eq", value: "Restart" }];
    const { rows } = (
      await ask(server.url, "POST", `${thing}/query`, { filter, limit: 1000, columns: ["last_name"] }, headers)
    ).data;
    const kept = new Set(rows.map((row: { last_name: string }) => row.last_name));
    expect(acknowledged.slice(0, 900).filter((name) => !kept.has(name))).toEqual([]);
  });
});

describe("clients that take their time", () => {
  let lanyard: TestApp;
  let port = 0;
  beforeAll(async () => {
    lanyard = await app({ areaDemo: true });
    await lanyard.server.listen({ port: 0, host: "127.0.0.1" });
    port = (lanyard.server.server.address() as { port: number }).port;
  });
  afterAll(() => lanyard.close());

  const slow = (text: string) =>
    new Promise<Socket>((open) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.pause();
        socket.write(text, () => open(socket));
      });
      socket.on("error", () => {});
    });

  test("keep nobody waiting: not with half a request, nor by not reading what they asked for", async () => {
    const owner = await lanyard.as("owner");
    const headers = Object.entries(owner.headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
    const half = `POST /1/dashboard/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: 900\r\ncontent-type: application/json\r\n\r\n{"em`;
    const unread = `GET /openapi.json HTTP/1.1\r\nhost: x\r\n${headers}\r\n`.repeat(20);
    const sockets = await Promise.all([
      ...Array.from({ length: 100 }, () => slow("GET / HT")),
      ...Array.from({ length: 100 }, () => slow(half)),
      ...Array.from({ length: 20 }, () => slow(unread)),
    ]);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask(`http://127.0.0.1:${port}`, "GET", "/1/api/config", undefined, owner.headers),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    for (const socket of sockets) socket.destroy();
  });

  test("are given up in the end", () => {
    const { headersTimeout, requestTimeout } = lanyard.server.server;

    expect([headersTimeout > 0 && headersTimeout <= 60_000, requestTimeout > 0 && requestTimeout <= 600_000]).toEqual([
      true,
      true,
    ]);
  });
});

describe("a clock that jumps", () => {
  const start = Date.now();
  let now = start;
  let lanyard: TestApp;
  beforeAll(async () => {
    lanyard = await app({ now: () => new Date(now) });
  });
  afterAll(() => lanyard.close());

  const save = async (name: string) => {
    const chief = await lanyard.as("super");
    const event = `/1/api/container/${lanyard.bigEventId}`;
    const types = await chief.get(`${event}/type-category`);
    const made = await chief.post(`${event}/thing`, {
      type_id: types.data[0].types[0].id,
      first_name: "Clock",
      last_name: name,
    });
    return { chief, made, event };
  };

  test("back by a year ends no session and leaves the history whole and in its order", async () => {
    const before = await save("Before");
    now = start - 365 * 86_400_000;
    const during = await save("During");
    const old = await before.chief.get("/1/dashboard/application");
    now = start;
    const after = await save("After");

    expect([before.made.status, during.made.status, after.made.status, old.status]).toEqual([201, 201, 201, 200]);
    expect(await verifyAudit(lanyard.deps.database.quick)).not.toHaveProperty("broken");
  });

  test("forward by ten years and back ends what has ended for good, and a new log-in works at once", async () => {
    const { chief } = await save("Soon");
    now = start + 10 * 365 * 86_400_000;
    const late = await chief.get("/1/dashboard/application");
    const { made } = await save("Late");
    now = start;

    expect([late.status, made.status]).toEqual([401, 201]);
  });

  test("does not keep a job waiting", async () => {
    const { chief, event } = await save("Job");
    now = start - 86_400_000;
    const job = await chief.post(`${event}/history/export`, {});
    now = start;

    expect((await chief.finished(job.data.job.id)).data.state).toBe("done");
  });
});

async function logIn(url: string): Promise<Record<string, string>> {
  const { data } = await ask(url, "POST", "/1/dashboard/user/login", { email: "super@demo.test", password: PASSWORD });
  const dashboard = { "x-dashboard-authorization": data.token as string };
  const apps = (await ask(url, "GET", "/1/dashboard/application", undefined, dashboard)).data;
  const { id } = apps.find(({ name }: { name: string }) => name === "Northwind Events");
  const app = (await ask(url, "GET", `/1/dashboard/application/${id}`, undefined, dashboard)).data;
  return { ...dashboard, authorization: `Bearer ${app.token}` };
}
