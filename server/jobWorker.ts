// The thread in which jobs run: its own connections, the handlers of all areas, one job at a time.
import { parentPort, workerData } from "node:worker_threads";
import { faces, manifests } from "#project/server";
import { IMPORT_JOB, importJob } from "./core/imports/routes.ts";
import { contextOf } from "./core/jobs/context.ts";
import { Cancelled, Lost, type Running, Stopping } from "./core/jobs/jobs.ts";
import { type Ending, type FromThread, failureOf, type ThreadBasis, type ToThread } from "./core/jobs/thread.ts";
import { runBehindLoop } from "./db/behindLoop.mjs";
import { openDatabase } from "./db/open.ts";
import { Queue } from "./db/queue.ts";
import { databaseUrlOf } from "./deps.ts";
import { offersOf } from "./kernel/offers.ts";
import { arrangePlugins, type JobHandler } from "./kernel/plugins.ts";
import { speaker } from "./kernel/speak.ts";

const CONNECTIONS = 3;

runBehindLoop();
const port = parentPort as NonNullable<typeof parentPort>;
const { config, root, queue, isThrifty } = workerData as ThreadBasis;
const plugins = arrangePlugins(faces, manifests);
const importers = plugins.flatMap((plugin) => plugin.importers ?? []);
const handlers: Record<string, JobHandler> = Object.assign({}, ...plugins.map((plugin) => plugin.jobs ?? {}), {
  [IMPORT_JOB]: importJob(importers),
});

const offered = offersOf(plugins);
const speak = speaker(root, manifests);

const turns: ((end: () => void) => void)[] = [];
const takeTurn = () =>
  new Promise<() => void>((taken) => {
    turns.push(taken);
    tell({ say: "turn" });
  });
const database = openDatabase(databaseUrlOf(config.databaseUrl, root), {
  readers: 0,
  pool: CONNECTIONS,
  takeTurn,
  writesHere: isThrifty,
  ...(queue ? { queue: new Queue(queue) } : {}),
});
const reasons: Record<Ending, new () => Error> = { cancelled: Cancelled, lost: Lost, stopping: Stopping };

let running: Running | undefined;

port.on("message", async (message: ToThread) => {
  if (message.say === "turn") turns.shift()?.(() => tell({ say: "turn-over" }));
  else if (message.say === "abort") abort(message);
  else if (message.say === "run") await run(message.job);
  else {
    await (await database).close();
    process.exit(0);
  }
});

function abort({ of, reason }: Extract<ToThread, { say: "abort" }>): void {
  if (running?.id === of) running.abort.abort(new reasons[reason]());
}

function tell(message: FromThread): void {
  port.postMessage(message);
}

async function run(job: Extract<ToThread, { say: "run" }>["job"]): Promise<void> {
  const mine: Running = {
    id: job.id,
    progress: 0,
    abort: new AbortController(),
    report: () => tell({ say: "progress", of: job.id, done: mine.progress }),
  };
  running = mine;
  try {
    const handler = handlers[job.kind] as JobHandler;
    const deps = { config, database: await database, now: () => new Date(), offered, speak };
    tell({ say: "done", of: job.id, result: await handler(await contextOf(deps, job, mine)) });
  } catch (error) {
    tell({ say: "failed", of: job.id, error: failureOf(mine.abort.signal.reason ?? error) });
  } finally {
    running = undefined;
  }
}
