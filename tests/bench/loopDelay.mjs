// Preloaded into the measured server: how long its event loop was held. SIGUSR2 writes the longest wait and begins anew.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const RESOLUTION = 5;

/** Milliseconds that this thread has waited for a processor that others had; nothing where the system does not tell. */
function waited() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  // The same once more without the time in which other processes had the processor: on a busy machine that is most of it.
  let own = 0;
  let last = { at: performance.now(), waited: waited() };
  setInterval(() => {
    const now = { at: performance.now(), waited: waited() };
    own = Math.max(own, now.at - last.at - (now.waited - last.waited) - RESOLUTION);
    last = now;
  }, RESOLUTION).unref();
  process.on("SIGUSR2", () => {
    // A sample is the time between two ticks of the timer; what is over its own step is the wait.
    const ms = (value) => Math.max(0, value / 1e6 - RESOLUTION);
    const file = process.env.BENCH_LOOP_FILE;
    writeFileSync(`${file}.new`, JSON.stringify({ max: ms(delay.max), p99: ms(delay.percentile(99)), own }));
    renameSync(`${file}.new`, file);
    delay.reset();
    own = 0;
    last = { at: performance.now(), waited: waited() };
  });
}
