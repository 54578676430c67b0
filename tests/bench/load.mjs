// A sustained load over kept-alive connections, each of which asks again as soon as it was answered; asked by autocannon,
// since what the asking costs is taken from who is asked.
import autocannon from "autocannon";

/** Of a hundred questions, how many are lists, single rows and writes. */
const MIX = { list: 80, read: 15, write: 5 };

/**
 * Asks for `seconds` from `connections` at once. `questions` makes each kind: `list(at)`, `read(row)` and `write(row)`; every
 * connection has rows of its own, so that no two write the same one. `write` may be told the reply to the last write of a row.
 * Answers the rate per second, the percentiles in milliseconds, what went wrong, and how much of one processor the asking
 * itself took, which it shares with who is asked.
 */
export async function load({ port, headers, questions, rows, connections = 50, seconds = 15 }) {
  const wrong = new Map();
  const failed = (what) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
  const before = process.cpuUsage();
  let connection = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    timeout: 60,
    setupClient: (client) => {
      const own = rows.filter((_, at) => at % connections === connection);
      client.setRequests(requestsOf({ connection, connections, own, headers, questions, failed }));
      client.on("connError", (error) => failed(error.code));
      connection += 1;
    },
  });
  const { user, system } = process.cpuUsage(before);
  if (result.timeouts) wrong.set("no answer", result.timeouts);
  return {
    rate: result.requests.total / result.duration,
    share: (user + system) / 1e6 / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: [...wrong].map(([what, count]) => `${count} × ${what}`),
  };
}

/** A hundred questions of one connection, which it asks over and over, each time of another row or page. */
function requestsOf({ connection, connections, own, headers, questions, failed }) {
  const written = new Map();
  let at = connection;
  return Array.from({ length: 100 }, (_, place) => {
    // A step that shares no factor with 100 spreads the kinds evenly; connections do not ask the same things one behind the other.
    const turn = ((connection + place) * 37) % 100;
    const kind = turn < MIX.list ? "list" : turn < MIX.list + MIX.read ? "read" : "write";
    let row;
    return {
      setupRequest: (request) => {
        row = own[at % own.length];
        const asked =
          kind === "list" ? questions.list(at * connections + connection) : questions[kind](row, written.get(row));
        at += 1;
        return { ...request, ...asked, ...bodyOf(asked, headers) };
      },
      onResponse: (status, body) => {
        if (status !== 200) failed(`${kind} ${status}`);
        if (kind === "write") written.set(row, body);
      },
    };
  });
}

const bodyOf = ({ body }, headers) =>
  body === undefined
    ? { headers: { ...headers } }
    : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
