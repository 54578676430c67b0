// The plug is pulled under load: what was acknowledged is there, nothing is there by half, and the server starts again.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace } from "../support/app.ts";
import { ask, type ServerProcess, startServer } from "../support/process.ts";

/** LANYARD_KILLS=100 makes the long run. */
const ROUNDS = Number(process.env.LANYARD_KILLS ?? 3);
const WRITERS = 6;

describe(`${ROUNDS} kills at random moments under load`, () => {
  let place: Awaited<ReturnType<typeof freshPlace>>;
  let server: ServerProcess;
  beforeAll(async () => {
    place = await freshPlace();
    server = await startServer({ DATABASE_URL: place.url, DEMO: "1" });
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  async function logIn() {
    const { data } = await ask(server.url, "POST", "/1/dashboard/user/login", {
      email: "super@demo.test",
      password: "Lanyard#2026",
    });
    const dashboard = { "x-dashboard-authorization": data.token as string };
    const apps = (await ask(server.url, "GET", "/1/dashboard/application", undefined, dashboard)).data;
    const { id } = apps.find(({ name }: { name: string }) => name === "Northwind Events");
    const app = (await ask(server.url, "GET", `/1/dashboard/application/${id}`, undefined, dashboard)).data;
    return { ...dashboard, authorization: `Bearer ${app.token}` };
  }

  test(
    "lose nothing that was acknowledged and keep history and data in step",
    async () => {
      const acknowledged = new Set<string>();
      let headers = await logIn();
      const events = (await ask(server.url, "GET", "/1/api/container", undefined, headers)).data;
      const eventId = events[0].id as number;
      const types = (await ask(server.url, "GET", `/1/api/container/${eventId}/type-category`, undefined, headers))
        .data;
      const type_id = types[0].types[0].id as number;
      const write = async (name: string) => {
        const body = { type_id, first_name: "Kill", last_name: name };
        const answer = await ask(server.url, "POST", `/1/api/container/${eventId}/thing`, body, headers);
        if (answer.status === 201) acknowledged.add(name);
      };

      for (let round = 0; round < ROUNDS; round++) {
        let isRunning = true;
        const writers = Array.from({ length: WRITERS }, async (_, writer) => {
          for (let at = 0; isRunning; at++) await write(`r${round}w${writer}n${at}`).catch(() => {});
        });
        // However slow the machine is: in every round something has been acknowledged before the kill.
        for (const before = acknowledged.size; acknowledged.size < before + WRITERS; ) {
          await new Promise((go) => setTimeout(go, 10));
        }
        await new Promise((go) => setTimeout(go, Math.random() * 400));
        await server.stop("SIGKILL");
        isRunning = false;
        await Promise.all(writers);
        server = await startServer({ DATABASE_URL: place.url });
        headers = await logIn();
      }

      const kept = new Set<string>();
      for (let offset = 0; ; offset += 1000) {
        const body = {
          filter: [{ field: "first_name", op: "eq", value: "Kill" }],
          offset,
          limit: 1000,
          columns: ["last_name"],
        };
        const { rows } = (await ask(server.url, "POST", `/1/api/container/${eventId}/thing/query`, body, headers)).data;
        for (const row of rows) kept.add(row.last_name);
        if (rows.length < 1000) break;
      }
      const history = { filter: [{ field: "object_label", op: "startsWith", value: "Kill " }], limit: 0 };
      const told = (await ask(server.url, "POST", `/1/api/container/${eventId}/history/query`, history, headers)).data;
      expect(acknowledged.size).toBeGreaterThan(ROUNDS);
      expect([...acknowledged].filter((name) => !kept.has(name))).toEqual([]);
      expect(told.matched).toBe(kept.size);
    },
    120_000 + ROUNDS * 30_000,
  );
});
