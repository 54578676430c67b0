// A long job that is waited for, and what is told of its stopping.
import { runInAction } from "mobx";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Job } from "#schemas/core.ts";
import { ApiProblem, howFar, Running } from "#web";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { tracking } from "../../src/kernel/store/tracked.ts";

let root: Root;

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => root.unmount());

test("a stopping that failed is told beside its job, and not beside the next one", () => {
  const stopping = tracking();
  const draw = (job: { progress: number; stops: boolean } | undefined) =>
    flushSync(() => root.render(<Running job={job} stopping={stopping} onStop={() => undefined} />));
  const alerts = () => [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
  const going = { progress: 0.5, stops: true };

  draw(going);
  flushSync(() =>
    runInAction(() => {
      stopping.problem = new ApiProblem({ code: "network", status: 0, message: "away" });
    }),
  );
  expect(alerts()).toHaveLength(1);
  draw(undefined);
  draw(going);

  expect(alerts()).toEqual([]);
});

test("a job that has not begun is said to wait for other work, whatever it will do, and can be stopped", async () => {
  await startLanguage("en-gb", async () => ({}));
  const draw = (state: Job["state"]) => {
    const job = howFar({ id: 7, state, progress: 0.5, kind: "notes", created_at: "2026-06-15T12:00:00Z" });
    flushSync(() =>
      root.render(
        <Running job={{ ...job, stops: true }} text="Notes are sent" stopping={tracking()} onStop={() => undefined} />,
      ),
    );
    return document.querySelector('[role="status"]')?.textContent;
  };

  expect(draw("queued")).toBe("running.waits");
  expect(document.querySelector("button")).not.toBeNull();
  expect(draw("running")).toBe("Notes are sent");
});

test.each([
  [
    "the heading of the step",
    <h3 key="3" tabIndex={-1}>
      Step
    </h3>,
    "H3",
  ],
  ["the dialog's title", null, "H2"],
])("the focus on the button that stops a job goes to %s once the job has ended by itself", async (_, step, name) => {
  const draw = (job: { progress: number; stops: boolean } | undefined) =>
    flushSync(() =>
      root.render(
        <div role="dialog">
          <h2 tabIndex={-1}>Title</h2>
          <button type="button">Close</button>
          {step}
          <Running job={job} stopping={tracking()} onStop={() => undefined} />
        </div>,
      ),
    );
  draw({ progress: 0.5, stops: true });
  document.querySelector<HTMLElement>(".running button")?.focus();
  expect(document.activeElement?.closest(".running")).not.toBeNull();

  draw(undefined);

  await expect.poll(() => document.activeElement?.tagName).toBe(name);
});
