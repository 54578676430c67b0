// Where the focus goes when a line is taken out of a list, and when a button leaves with what it ended.
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tracking } from "../../src/kernel/store/tracked.ts";
import { Running } from "../../src/kernel/ui/Running.tsx";
import { ProblemView } from "../../src/kernel/ui/states.tsx";
import { TakeOut } from "../../src/kernel/ui/TakeOut.tsx";

let root: Root;
let answer: (() => void) | undefined;

/** Lines leave when the server has answered. */
function Names() {
  const [names, setNames] = useState(["Ada", "Bo", "Cy"]);
  const take = (name: string) => {
    answer = () => setNames((all) => all.filter((one) => one !== name));
  };
  return (
    <aside className="side-panel" tabIndex={-1}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href="/somewhere">{name}</a>
            <TakeOut label={`Take ${name}`} onClick={() => take(name)} />
          </li>
        ))}
      </ul>
      <button type="button">Elsewhere</button>
    </aside>
  );
}

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
  flushSync(() => root.render(<Names />));
});
afterEach(() => root.unmount());

const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.className;
const press = (name: string) => {
  const cross = document.querySelector<HTMLElement>(`[aria-label="Take ${name}"]`);
  cross?.focus();
  cross?.click();
};
const answered = () => flushSync(() => answer?.());

test("the next cross has the focus when a line has gone, after the last one that before it, and the panel where none is left", async () => {
  press("Bo");
  expect(focused()).toBe("Take Bo");
  answered();
  await expect.poll(focused).toBe("Take Cy");
  press("Cy");
  answered();
  await expect.poll(focused).toBe("Take Ada");
  press("Ada");
  answered();
  await expect.poll(focused).toBe("side-panel");
});

test("whoever has gone on before the answer keeps the focus there", async () => {
  press("Bo");
  const elsewhere = [...document.querySelectorAll("button")].pop();
  elsewhere?.focus();
  answered();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  expect(document.activeElement).toBe(elsewhere);
});

/** A part of a page, or of a dialog, whose button takes itself away. */
function Part({ kind }: { kind: "problem" | "running" }) {
  const [isThere, setThere] = useState(true);
  const leave = () => setThere(false);
  if (!isThere) return <p>Loading</p>;
  const job = { progress: 0.5, stops: true };
  if (kind === "running") return <Running job={job} stopping={tracking()} onStop={leave} />;
  return <ProblemView problem={{ code: "http", message: "It broke" }} retry={leave} />;
}

test.each(["problem", "running"] as const)(
  "whoever presses the button of a %s that leaves with it goes on at the page's heading, or in the dialog",
  async (kind) => {
    const begun = () => document.querySelector<HTMLElement>("[data-part] button");
    const page = (
      <main>
        <h1 tabIndex={-1} className="heading">
          Notes
        </h1>
        <div data-part>
          <Part kind={kind} key="page" />
        </div>
      </main>
    );
    const dialog = (
      <div role="dialog" aria-label="Notes">
        <button type="button" aria-label="Close" />
        <div data-part>
          <Part kind={kind} key="dialog" />
        </div>
      </div>
    );
    for (const [where, place] of [
      [page, "heading"],
      [dialog, "Close"],
    ] as const) {
      flushSync(() => root.render(where));
      begun()?.focus();
      begun()?.click();
      await expect.poll(focused).toBe(place);
    }
  },
);
