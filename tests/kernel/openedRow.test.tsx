// What was opened in any way is among those that the palette offers first: by its id alone, once it is there.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { isHere } from "../../src/app/palette/sources.ts";
import { recentIds } from "../../src/kernel/nav/recent.ts";
import { useOpenedRow } from "../../src/kernel/nav/useOpenedRow.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";
import { web } from "../support/web.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: ReturnType<typeof createRoot>;
afterEach(() => act(() => root.unmount()));

function Panel({ row }: { row: number | undefined }) {
  useOpenedRow("agenda", "SessionFinder", 4, row);
  return null;
}

test("a row is kept once it has come, the latest first, and each once", () => {
  const stores = web().root;
  root = createRoot(document.createElement("div"));
  const open = (row: number | undefined) =>
    act(() =>
      root.render(
        <RootContext.Provider value={stores}>
          <Panel row={row} />
        </RootContext.Provider>,
      ),
    );
  const kept = () => recentIds(stores.env.local, undefined);
  open(undefined);
  expect(kept()).toEqual([]);
  for (const row of [7, 8, 7]) open(row);
  expect(kept()).toEqual(["found:agenda:SessionFinder:4:7", "found:agenda:SessionFinder:4:8"]);
});

test("the row that is open is where somebody is, and no more once it is closed", () => {
  const stores = web().root;
  root = createRoot(document.createElement("div"));
  const draw = (row: number | undefined) =>
    act(() => root.render(<RootContext.Provider value={stores}>{row && <Panel row={row} />}</RootContext.Provider>));
  const here = () => recentIds(stores.env.local, undefined).filter((id) => isHere(stores, id));

  draw(7);
  expect(here()).toEqual(["found:agenda:SessionFinder:4:7"]);
  draw(8);
  expect(here()).toEqual(["found:agenda:SessionFinder:4:8"]);
  draw(undefined);
  expect(here()).toEqual([]);
});
