// What was done to many together is undone: somebody stops that between its blocks, and undoes the rest.
import { expect } from "vitest";
import type { TestApp } from "./app.ts";
import { stopNext } from "./cutOff.ts";
import type { Place } from "./place.ts";

interface Done {
  /** The job that did it. */
  job: number;
  /** Where it is told what can still be undone. */
  path: string;
  /** The kind of job that undoes it. */
  kind: string;
  /** How many it made. */
  made: number;
  /** How many of them are there. */
  there: () => Promise<number>;
}

/** Answers how many were left when it was stopped, what was told of them, and what came of the rest. */
export async function undoInTwo(server: TestApp, { asker }: Place, { job, path, kind, made, there }: Done) {
  const undo = async () => {
    const begun = await asker.post(`${path}/${job}/undo`);
    return begun.status === 202 ? (await asker.finished(begun.data.job.id)).data : begun.error;
  };
  stopNext(server, asker, kind);
  expect(await there()).toBe(made);

  const stopped = await undo();
  const left = made - stopped.result.removed;
  expect(stopped.state).toBe("cancelled");
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(made);
  expect(await there()).toBe(left);
  const told = (await asker.get(path)).data;

  const rest = await undo();
  expect(rest.state).toBe("done");
  expect(await there()).toBe(0);
  return { left, told, rest: rest.result, again: (await undo()).code };
}
