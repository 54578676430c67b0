// Parts of a page whose code arrives when they are drawn.
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { arriving } from "../../src/kernel/ui/arriving.tsx";

let root: Root;
beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => root.unmount());

const text = () => document.body.textContent;
const draw = (part: ReactNode) => flushSync(() => root.render(part));

test("a part is its outline until its code is there, and is there at once when it is drawn again", async () => {
  let arrive = (_: () => ReactNode) => {};
  let brought = 0;
  const Part = arriving(
    () => {
      brought += 1;
      return new Promise<() => ReactNode>((done) => {
        arrive = done;
      });
    },
    <p>outline</p>,
  );

  draw(<Part />);
  expect(text()).toBe("outline");
  arrive(() => <p>whole</p>);
  await expect.poll(text).toBe("whole");
  draw(null);
  draw(<Part />);
  expect([text(), brought]).toEqual(["whole", 1]);
});

test("a part whose code does not arrive says so in its place, beside what stands, and comes with another attempt", async () => {
  let isAway = true;
  const Part = arriving(async () => {
    if (isAway) throw new TypeError("Failed to fetch dynamically imported module");
    return () => <p>whole</p>;
  });

  draw(
    <>
      <input defaultValue="typed" />
      <Part />
      <Part />
    </>,
  );
  // The first button of each.
  const retries = () => [...document.querySelectorAll<HTMLButtonElement>("[role=alert] button:first-child")];
  await expect.poll(() => retries().length).toBe(2);
  expect(document.querySelector("input")?.value).toBe("typed");
  isAway = false;
  retries()[0]?.click();
  await expect.poll(text).toContain("whole");
  retries()[0]?.click();

  await expect.poll(text).toBe("wholewhole");
});

test("a part that was opened can be closed where its code does not arrive", async () => {
  const Part = arriving<{ onClose?: () => void }>(async () => Promise.reject(new TypeError("Failed to fetch")));
  let closed = 0;

  draw(<Part onClose={() => (closed += 1)} />);
  const close = () => document.querySelector<HTMLButtonElement>("[role=alert] button:last-child");
  await expect.poll(close).not.toBeNull();
  close()?.click();

  expect(closed).toBe(1);
});
