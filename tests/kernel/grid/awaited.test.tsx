// A list waits for columns that are on their way where its address names them, in whatever way.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { useAwaited } from "../../../src/kernel/grid/DataGrid.tsx";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../support/web.ts";

let drawn: Root;
afterEach(() => flushSync(() => drawn.unmount()));

function isAwaited(query: string, coming?: readonly string[]) {
  let found: boolean | undefined;
  const List = () => {
    found = useAwaited({ coming });
    return null;
  };
  drawn = createRoot(document.createElement("div"));
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={web().root}>
        <MemoryRouter initialEntries={[`/people?${query}`]}>
          <List />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  return found;
}

test.each([
  "columns=name,fields.size",
  "group=fields.size",
  "sort=-fields.size",
  "chart=fields.size",
  `filter=${encodeURIComponent('[["fields.size","eq","L"]]')}`,
])("where %s names one of them", (query) => {
  expect(isAwaited(query, ["fields."])).toBe(true);
});

test("and not where it names others, or none is on its way", () => {
  const others = `columns=name&sort=name&filter=${encodeURIComponent('[["name","eq","Ada"]]')}`;

  expect(isAwaited(others, ["fields."])).toBe(false);
  expect(isAwaited("sort=fields.size")).toBe(false);
});
