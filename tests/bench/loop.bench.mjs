// How long the server's event loop is held by what is asked of large lists, one question after the other and each judged by
// itself: a million profiles, a tenth of them suspected, links and members by the hundred thousand, ten thousand events.
// Reference of the same run: the same wait without the time in which other processes had the processor, and how long the answer took.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { asPerson, loopNow, preloaded } from "./beside.mjs";
import { fillBeside } from "./fillBeside.mjs";
import { fillThings } from "./fillThings.mjs";
import { scratch, startProduct } from "./product.mjs";

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000);
/** Words of the names of what is to be asked; all without. */
const ONLY = (process.env.BENCH_ONLY ?? "").split(",").filter(Boolean);
const EVENT = "/1/api/container/1";
const HELD_MS = 50;

export async function* bench() {
  const { folder, remove } = scratch();
  const database = join(folder, "lanyard.db");
  const loopFile = join(folder, "loop.json");
  if (process.env.BENCH_MILLION) copyFileSync(process.env.BENCH_MILLION, database);
  await (await startProduct(database)).stop();
  if (!process.env.BENCH_MILLION) fillThings(database, ROWS);
  const there = fillBeside(database, 1, { events: EVENTS, lines: ROWS });
  const product = await startProduct(database, preloaded(loopFile));
  try {
    const chief = await asPerson(product, "super");
    // What is left over from before is settled by jobs that nobody asked for.
    for (let at = 0; at < 5; at++) await chief.ask("POST", `${EVENT}/thing/query`, { limit: 100, counts: "about" });
    await pause(3000);
    for (const [name, ask] of questions(chief, there)) {
      if (ONLY.length > 0 && !ONLY.some((word) => name.includes(word))) continue;
      await loopNow(product.pid, loopFile);
      const since = performance.now();
      const refused = await ask().then(
        () => "",
        (error) => `, ${String(error.message).slice(0, 200)}`,
      );
      const took = performance.now() - since;
      const loop = await loopNow(product.pid, loopFile);
      yield {
        figure: `held by: ${name}`,
        value: `${loop.max.toFixed(0)} ms`,
        reference: `${loop.own.toFixed(0)} ms without waiting for a processor, answered in ${took.toFixed(0)} ms${refused}`,
        target: `≤ ${HELD_MS} ms`,
        reached: loop.max <= HELD_MS && refused === "",
      };
    }
  } finally {
    await product.stop();
    remove();
  }
}

const within = (value) => [{ field: "email", op: "contains", value }];
const all = { match: "all", filter: within("company1") };

/** In this order: what is taken away comes last. */
function questions({ ask, finished }, { pair, many, single, group, first }) {
  const get = (path) => () => ask("GET", path);
  const post = (path, body) => () => ask("POST", path, body);
  const job = (path, body) => async () => finished((await ask("POST", path, body)).data.job);
  const bulk = (act, mode) => ({ selection: { question: { filter: within("company12") } }, act, mode });
  const kind = async (id) => (await ask("GET", `${EVENT}/relationship`)).data.find((one) => one.id === id);
  const columns = [{ field: "name", title: "Name" }];
  let ruled;
  return [
    ["how many may be one", get(`${EVENT}/duplicate?category=1`)],
    ["pairs that may be one", post(`${EVENT}/duplicate/query`, { limit: 100 })],
    ["the same, searched", post(`${EVENT}/duplicate/query`, { limit: 100, search: "muller" })],
    ["one pair of a company with many links", get(`${EVENT}/duplicate/${pair}`)],
    [
      "pairs put aside by a question",
      post(`${EVENT}/duplicate/dismiss`, { selection: { question: { search: "anna 12" } }, dismissed: true }),
    ],
    ["kinds of links", get(`${EVENT}/relationship`)],
    ["links", post(`${EVENT}/relationship/${many}/link/query`, { limit: 100 })],
    ["links, searched", post(`${EVENT}/relationship/${many}/link/query`, { limit: 100, search: "muller" })],
    ["links of a profile", get(`${EVENT}/thing/${first}/relationship`)],
    [
      "links taken away by a question",
      post(`${EVENT}/relationship/${many}/link/remove`, { question: { search: "anna 123" } }),
    ],
    [
      "a kind of links is narrowed",
      async () => {
        const { rev } = await kind(many);
        return ask("PATCH", `${EVENT}/relationship/${many}`, { rev, cardinality: "one-many" });
      },
    ],
    ["days of the history", get(`${EVENT}/history/day?zone=Europe/Berlin`)],
    ["history", post(`${EVENT}/history/query`, { limit: 100 })],
    ["history, searched", post(`${EVENT}/history/query`, { limit: 100, search: "buyer 77" })],
    ["an export of the history begins", post(`${EVENT}/history/export`, { search: "buyer 77" })],
    ["all events", get("/1/api/container?limit=10000000")],
    ["sessions", get(`${EVENT}/session?limit=100000`)],
    ["clashes of sessions", get(`${EVENT}/session/clash`)],
    ["people of other events", post(`${EVENT}/thing/elsewhere`, { search: "muller" })],
    ["groups", get(`${EVENT}/custom-group`)],
    [
      "a group with a rule",
      async () => {
        ruled = (await ask("POST", `${EVENT}/custom-group`, { name: "bench rule", mode: "rule", rule: all })).data;
      },
    ],
    [
      "another rule of a group",
      async () => {
        const rule = { ...all, filter: within("company2") };
        ruled = (await ask("PATCH", `${EVENT}/custom-group/${ruled.id}`, { rev: ruled.rev, rule })).data;
      },
    ],
    ["members by a rule", async () => ask("POST", `${EVENT}/custom-group/${ruled.id}/member/query`, { limit: 100 })],
    ["the group with a rule goes", async () => ask("DELETE", `${EVENT}/custom-group/${ruled.id}?rev=${ruled.rev}`)],
    ["members by hand", post(`${EVENT}/custom-group/${group}/member/query`, { limit: 100 })],
    ["a member more", post(`${EVENT}/custom-group/${group}/member`, { words: [`${first + 1}`] })],
    ["a member less", post(`${EVENT}/custom-group/${group}/member/remove`, { ids: [first + 1] })],
    ["how often fields are answered", get(`${EVENT}/field/use`)],
    ["a dry run over what contains a word", job(`${EVENT}/thing/bulk`, bulk({ do: "deactivate" }, "dry-run"))],
    [
      "an export begins",
      async () => {
        const { job: begun } = (
          await ask("POST", `${EVENT}/thing/export`, { format: "csv", columns, filter: within("company123") })
        ).data;
        await finished(begun);
      },
    ],
    [
      "a kind with many links goes",
      async () => ask("DELETE", `${EVENT}/relationship/${single}?rev=${(await kind(single)).rev}`),
    ],
    ["a group with many members goes", async () => ask("DELETE", `${EVENT}/custom-group/${group}?rev=1`)],
  ];
}
