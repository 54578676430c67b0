// A sustained load over kept-alive connections, each of which asks again as soon as it was answered.
import { Agent, request } from "node:http";
import { percentile } from "./product.mjs";

/** Of a hundred questions, how many are lists, single rows and writes. */
const MIX = { list: 80, read: 15, write: 5 };

/**
 * Asks for `seconds` from `connections` at once. `questions` makes each kind: `list(at)`, `read(row)` and `write(row)`; every
 * connection has rows of its own, so that no two write the same one. `write` may be told the reply to the last write of a row.
 * Answers the rate per second, the percentiles in milliseconds, what went wrong, and how much of one processor the asking
 * itself took, which it shares with who is asked.
 */
export async function load({ port, headers, questions, rows, connections = 50, seconds = 15 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  const wrong = new Map();
  const until = performance.now() + seconds * 1000;
  const since = performance.now();
  const before = process.cpuUsage();
  const work = async (connection) => {
    const own = rows.filter((_, at) => at % connections === connection);
    const written = new Map();
    for (let at = connection; performance.now() < until; at += 1) {
      // A step that shares no factor with 100 spreads the kinds evenly.
      const turn = (at * 37) % 100;
      const kind = turn < MIX.list ? "list" : turn < MIX.list + MIX.read ? "read" : "write";
      const row = own[at % own.length];
      // Connections do not ask the same things one behind the other.
      const asked =
        kind === "list" ? questions.list(at * connections + connection) : questions[kind](row, written.get(row));
      const begun = performance.now();
      const answer = await send(agent, port, headers, asked, kind === "write").catch((error) => ({
        status: error.code,
      }));
      times.push(performance.now() - begun);
      if (kind === "write") written.set(row, answer.body);
      if (answer.status !== 200)
        wrong.set(`${kind} ${answer.status}`, (wrong.get(`${kind} ${answer.status}`) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => work(connection)));
  agent.destroy();
  const { user, system } = process.cpuUsage(before);
  const rate = (times.length * 1000) / (performance.now() - since);
  return {
    rate,
    share: (user + system) / 1000 / (performance.now() - since),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    errors: [...wrong].map(([what, count]) => `${count} × ${what}`),
  };
}

function send(agent, port, headers, { method, path, body }, wantsBody) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: "127.0.0.1",
      agent,
      method,
      path,
      headers: {
        ...headers,
        ...(text ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) } : {}),
      },
    });
    sent.once("error", reject);
    sent.once("response", (reply) => {
      const parts = [];
      reply.on("data", (part) => {
        if (wantsBody) parts.push(part);
      });
      reply.once("error", reject);
      reply.once("end", () =>
        resolve({ status: reply.statusCode, ...(wantsBody ? { body: Buffer.concat(parts).toString() } : {}) }),
      );
    });
    sent.end(text);
  });
}
