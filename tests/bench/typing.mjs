// Names that are typed letter by letter, each beginning asked for once.
import { setTimeout as pause } from "node:timers/promises";
import { paced } from "./bareScan.mjs";
import { percentile } from "./product.mjs";

/** Of other letters than the words that are searched before. */
const TYPED = ["tara muller", "hugo novak", "quinn chen", "lena smith", "company4711", "jürgen okafor", "pedro silva"];
const BY_NAME = [{ field: "name", direction: "asc" }];

/** As the search box asks while somebody types: each beginning once, and the next one when the last has been answered. */
export async function* typedFirst(scan, figure, answered) {
  const times = [];
  const limits = paced(scan, { p50: 10, p95: 40 });
  for (const name of TYPED) {
    for (let length = 1; length <= name.length; length++) {
      if (name[length - 1] === " ") continue;
      const since = performance.now();
      await answered({ search: name.slice(0, length), limit: 100, counts: "about", sort: BY_NAME });
      times.push(performance.now() - since);
      // Two letters come some 150 ms apart, in which what was not waited for goes on.
      await pause(150);
    }
  }
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  yield {
    figure,
    value: `${p95.toFixed(1)} ms`,
    reference: `p50 ${p50.toFixed(1)} ms`,
    ...limits({ p50, p95 }),
  };
}
