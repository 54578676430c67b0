// A second start on the port of a server that runs: it is refused before it takes any of that server's work.
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildApp } from "../../server/app.ts";
import { app, type TestApp } from "../support/app.ts";

let lanyard: TestApp;
beforeAll(async () => {
  lanyard = await app();
});
afterAll(() => lanyard.close());

test("jobs and mail begin once the server listens, and not where the port is taken", async () => {
  const { deps, plugins } = lanyard;
  const begun = [vi.spyOn(deps.jobs, "start"), vi.spyOn(deps.mailer, "start")];
  for (const start of begun) start.mockImplementation(() => {});
  const times = () => begun.map((start) => start.mock.calls.length);
  const busy = createServer().listen(0, "127.0.0.1");
  await new Promise((go) => busy.once("listening", go));
  const { port } = busy.address() as { port: number };

  const second = await buildApp(deps, { plugins });
  await expect(second.listen({ port, host: "127.0.0.1" })).rejects.toThrow("EADDRINUSE");
  expect(times()).toEqual([0, 0]);

  const free = await buildApp(deps, { plugins });
  await free.listen({ port: 0, host: "127.0.0.1" });
  expect(times()).toEqual([1, 1]);
  await free.close();
  busy.close();
});
