// Where the focus goes after a navigation that has left it nowhere.
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTitleFocus } from "../../src/app/shell/useTitleFocus.ts";

let go: NavigateFunction;
let arrived: string;

function Framed() {
  go = useNavigate();
  useTitleFocus();
  const { pathname } = useLocation();
  useEffect(() => {
    arrived = pathname;
  });
  return <button type="button">Elsewhere</button>;
}

const place = document.createElement("div");
const main = document.createElement("main");
let root: ReturnType<typeof createRoot>;
beforeEach(() => {
  // Whatever another file has left in the page may have the focus.
  document.body.replaceChildren(place, main);
  main.replaceChildren();
  root = createRoot(place);
  flushSync(() =>
    root.render(
      <MemoryRouter initialEntries={["/first"]}>
        <Framed />
      </MemoryRouter>,
    ),
  );
});
afterEach(() => root.unmount());

async function gone(path: string): Promise<void> {
  void go(path);
  await vi.waitFor(() => expect(arrived).toBe(path));
}

function drawTitle(text: string): void {
  const title = document.createElement("h1");
  title.tabIndex = -1;
  title.textContent = text;
  main.replaceChildren(title);
}

const focused = () => document.activeElement?.textContent;

test("the title of a page whose code comes late is focused when it is there", async () => {
  await gone("/second");
  drawTitle("Second");
  await vi.waitFor(() => expect(focused()).toBe("Second"));
});

test("whoever has put the focus somewhere meanwhile keeps it there", async () => {
  await gone("/second");
  place.querySelector("button")?.focus();
  drawTitle("Second");
  await new Promise((done) => setTimeout(done));
  expect(focused()).toBe("Elsewhere");
});
