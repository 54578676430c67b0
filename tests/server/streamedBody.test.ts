// Files of imports on their way in, over real connections: kept piece by piece while they come, and not at all if they break off.
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CSV_LIMIT } from "#schemas/core.ts";
import { type Asker, app, type TestApp, testDatabase } from "../support/app.ts";

let server: TestApp;
let editor: Asker;
let port: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await app({ database: testDatabase });
  editor = await server.as("matchmaker");
  await server.server.listen({ port: 0, host: "127.0.0.1" });
  port = (server.server.server.address() as AddressInfo).port;
});
afterAll(() => {
  // A connection that stays open would hold up the stop.
  for (const socket of sockets) socket.destroy();
  return server.close();
});

function begin(headers: Record<string, string> = {}): ClientRequest {
  const path = `/1/api/container/${server.bigEventId}/thing/import/file?name=list.csv`;
  const all = { ...editor.headers, "content-type": "application/octet-stream", ...headers };
  const sent = request({ host: "127.0.0.1", port, method: "POST", path, headers: all });
  return sent.on("socket", (socket) => sockets.push(socket));
}
async function answerOf(sent: ClientRequest) {
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of answer) text += piece;
  return { status: answer.statusCode, ...JSON.parse(text) };
}
const kept = async () => {
  const { quick } = server.deps.database;
  const { pieces } = await quick
    .selectFrom("core_job_piece")
    .select((is) => is.fn.countAll<number>().as("pieces"))
    .executeTakeFirstOrThrow();
  const jobs = await quick.selectFrom("core_job").select("state").execute();
  return { pieces: Number(pieces), states: jobs.map(({ state }) => state) };
};
async function until(wanted: (now: Awaited<ReturnType<typeof kept>>) => boolean) {
  for (;;) {
    const now = await kept();
    if (wanted(now)) return now;
    await pause(10);
  }
}

const LINE = "Ann Sent,ann@sent.example\n";

test("what has come is in the database before the rest is sent, nobody takes it yet, and then it is read whole", async () => {
  const sent = begin();
  sent.write(`Name,Email\n${LINE.repeat(20_000)}`);

  const half = await until(({ pieces }) => pieces >= 1);
  expect(half.states).toEqual(["cancelled"]);

  sent.end("Bo Sent,bo@sent.example\n");
  const answer = await answerOf(sent);
  expect(answer).toMatchObject({ status: 202, data: { job: { state: "queued" } } });
  const { data: job } = await editor.finished(answer.data.job.id);
  expect(job).toMatchObject({ state: "done", result: { rows: 20_001 } });
});

test.each([
  ["breaks off before its announced length", { "content-length": "3000000" }],
  ["breaks off, of no announced length", {}],
])("a file that %s leaves nothing behind", async (_, headers) => {
  const before = await kept();
  const sent = begin(headers);
  sent.on("error", () => {});
  sent.write(LINE.repeat(40_000));
  await until(({ pieces }) => pieces > before.pieces);

  sent.destroy();

  expect(await until(({ states }) => states.length === before.states.length)).toEqual(before);
});

test("more than the limit is refused when it has come to that, and leaves nothing behind", async () => {
  const before = await kept();
  const sent = begin();
  sent.on("error", () => {});
  const answer = answerOf(sent);
  const megabyte = Buffer.alloc(1024 * 1024, "x");
  for (let at = 0; at <= CSV_LIMIT / megabyte.length; at++)
    if (!sent.write(megabyte)) await Promise.race([once(sent, "drain"), answer]);

  expect((await answer).status).toBe(413);
  expect(await kept()).toEqual(before);
});

test("who may not import is told before the file has come", async () => {
  const reader = await server.as("owner");
  const sent = begin({ ...reader.headers, "content-length": "1000000" });
  sent.on("error", () => {});
  sent.write("Name");

  expect((await answerOf(sent)).status).toBe(403);
});
