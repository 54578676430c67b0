// A job whose thread takes more memory than it may have says so.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { whyBroken } from "../../server/core/jobs/jobs.ts";

test("a job that needs too much memory says why it ended, and another one no more than that it broke", async () => {
  const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 };
  const worker = new Worker("const all = []; for (;;) all.push(new Array(1000).fill({}));", {
    eval: true,
    resourceLimits,
  });
  const [error] = await once(worker, "error");

  expect(whyBroken(error)).toMatch(/more memory than a job may have/);
  expect(whyBroken(new Error("table core_job is missing"))).toBe("Something went wrong on our side");
});
