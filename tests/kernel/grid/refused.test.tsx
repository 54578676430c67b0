// A list of which some rows did not come says whether that was a failure, which may pass, or a refusal, which may not.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ApiProblem } from "../../../src/kernel/api/problem.ts";
import { Instead } from "../../../src/kernel/grid/Instead.tsx";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";

const TEXTS = {
  grid: { blockFailed: "Some rows could not be loaded", retry: "Try again" },
  common: { retry: "Try again", "problem.requestId": "Request" },
};
let root: Root;

beforeAll(() => startLanguage("en-gb", async () => TEXTS));
beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => root.unmount());

function draw(problem: { code: string; status: number; message: string }, total = 5) {
  const list = {
    counts: { total, matched: total },
    isTold: true,
    problem: new ApiProblem({ ...problem, requestId: "r-7" }),
    view: { search: "", sort: [], filter: [], group: [] },
    change: () => undefined,
    retry: () => undefined,
    retryMissing: () => undefined,
  };
  flushSync(() => root.render(<Instead list={list} own={[]} empty={undefined} none={undefined} />));
  const { textContent } = document.body;
  return { text: textContent, isRetried: textContent?.includes("Try again") };
}

test.for([
  ["network", 0],
  ["timeout", 0],
  ["unexpected", 500],
  ["http", 503],
] as const)("%s (%i) may pass, and is tried again", ([code, status]) => {
  expect(draw({ code, status, message: "Broken" })).toEqual({
    text: "Some rows could not be loadedTry again",
    isRetried: true,
  });
});

test.for([
  [400, false],
  [403, false],
  [409, true],
  [429, true],
] as const)(
  "%i is told in its own words, with its number for those who can help; tried again: %s",
  ([status, isRetried]) => {
    const told = draw({ code: "area.refused", status, message: "At most 40 filters" });

    expect(told.text).toMatch(/^At most 40 filters.*Request r-7/);
    expect(told.isRetried).toBe(isRetried);
  },
);

test("a list that has nothing to show offers no second try of what is refused either", () => {
  expect(draw({ code: "invalid", status: 400, message: "At most 40 filters" }, -1).isRetried).toBe(false);
  expect(draw({ code: "unexpected", status: 500, message: "Broken" }, -1).isRetried).toBe(true);
});
