// A second list of a page in the address: under a name of its own, and gone with what it belongs to.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { viewIn, viewOf, withView } from "../../../src/kernel/grid/address.ts";
import type { GridView } from "../../../src/kernel/grid/grid.ts";
import { useView } from "../../../src/kernel/grid/useView.ts";
import { TAB, useOpened } from "../../../src/kernel/ui/Listed.tsx";
import { useHrefWith } from "../../../src/kernel/ui/OpenLink.tsx";

const view: GridView = {
  search: "ada",
  sort: [{ field: "name", direction: "desc" }],
  filter: [{ field: "type_id", op: "in", value: [1, 2] }],
  group: [],
};
const empty = viewOf(new URLSearchParams());

let drawn: Root;
beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => {
  flushSync(() => drawn.unmount());
  window.history.replaceState(null, "", "/");
});

test("two lists have their views beside each other, and neither reads the other's", () => {
  const first = new URLSearchParams("q=firms&id=3");

  const both = withView(first, view, "m");

  expect(viewOf(both, "m")).toEqual(view);
  expect(viewOf(both)).toMatchObject({ search: "firms", sort: [], filter: [] });
  expect([viewIn(both, "m"), viewIn(both, true).search, viewIn(both, false)]).toEqual([view, "firms", empty]);
  expect(withView(both, empty, "m").toString()).toBe(first.toString());
});

test("what was looked for in the one that is open is there after a reload, and goes when another is opened", () => {
  window.history.replaceState(null, "", "/groups?q=firms&id=3&tab=members&m.q=ada");
  let page = {} as ReturnType<typeof use>;
  const use = () => ({ second: useView("m"), open: useOpened("id")[1], hrefWith: useHrefWith() });
  const Page = () => {
    page = use();
    return null;
  };
  flushSync(() =>
    drawn.render(
      <BrowserRouter>
        <Page />
      </BrowserRouter>,
    ),
  );

  const reloaded = page.second[0].search;
  flushSync(() => page.second[1]({ search: "bo" }));
  const typed = window.location.search;
  const other = page.hrefWith({ id: 4, [TAB]: undefined });
  flushSync(() => page.open(4));

  expect(reloaded).toBe("ada");
  expect(typed).toBe("?q=firms&id=3&tab=members&m.q=bo");
  expect(other).toBe("/groups?q=firms&id=4");
  expect(window.location.search).toBe("?q=firms&id=4");
});
