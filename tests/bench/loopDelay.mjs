// Preloaded into the measured server: how long its event loop was held. SIGUSR2 writes the longest wait and begins anew.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
process.on("SIGUSR2", () => {
  // A sample is the time between two ticks of the timer; what is over its own step is the wait.
  const ms = (value) => Math.max(0, value / 1e6 - RESOLUTION);
  writeFileSync(process.env.BENCH_LOOP_FILE, JSON.stringify({ max: ms(delay.max), p99: ms(delay.percentile(99)) }));
  delay.reset();
});
