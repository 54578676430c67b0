// Where the focus goes when a line is taken out of a list.
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
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
