// A chart as it is drawn: what stands there without data, and the table behind the picture.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, MemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { ChartView } from "../../../src/kernel/chart/ChartView.tsx";
import { loadTexts, startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let place: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeAll(async () => {
  await startLanguage("en-gb", async (path) => {
    const [, , locale = "", file = ""] = path.split("/");
    if (file === "shell.json") return {};
    const folder = join(import.meta.dirname, "../../../locales", file.replace(".json", ""));
    return JSON.parse(readFileSync(join(folder, `${locale}.json`), "utf8"));
  });
  await loadTexts("chart");
});

beforeEach(() => {
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const draw = (values: (number | null)[], more: Partial<Figure> = {}) => {
  const figure: Figure = {
    id: "test.one",
    title: { text: "Sessions by day" },
    form: "bars",
    unit: { text: "sessions" },
    along: { title: { text: "Day" }, kind: "day", places: values.map((_, at) => `2026-10-2${at}`) },
    series: [{ name: { text: "sessions" }, values }],
    ...more,
  };
  act(() =>
    root.render(
      <RootContext.Provider value={{ env: { notices: {} } } as never}>
        <MemoryRouter>
          <ChartView figure={figure} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
};
const buttons = () => [...place.querySelectorAll("button")].map(({ textContent }) => textContent);

test.each([
  ["no place at all", []],
  ["nothing but zero and what is not known", [0, null, 0]],
])("a chart with %s says so, draws no axes and offers no file", (_, values) => {
  draw(values);

  expect(place.querySelector("h3")?.textContent).toBe("Sessions by day");
  expect(place.querySelector(".chart-empty")?.textContent).toBe("Nothing to show yet");
  expect(place.querySelector("svg")).toBeNull();
  expect(buttons()).toEqual([]);
});

test("a chart with data holds a table with the same numbers, and leaves as a file", () => {
  draw([3, 1250]);
  expect(buttons()).toEqual(["Table", "Export"]);

  act(() => place.querySelector("button")?.click());

  const cells = [...place.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ["20 Oct 2026", "3"],
    ["21 Oct 2026", "1,250"],
  ]);
});

test("which charts are tables stands in the address, by itself for each, and Back makes a picture of one again", async () => {
  const figure = (id: string): Figure => ({
    id,
    title: { text: id },
    form: "bars",
    unit: { text: "sessions" },
    along: { title: { text: "Day" }, kind: "day", places: ["2026-10-20"] },
    series: [{ name: { text: "sessions" }, values: [3] }],
  });
  const page = (
    <RootContext.Provider value={{ env: { notices: {} } } as never}>
      <ChartView figure={figure("test.one")} />
      <ChartView figure={figure("test.two")} />
    </RootContext.Provider>
  );
  window.history.replaceState(null, "", "/home?table=gone.one,test.two&open=5");
  const router = createBrowserRouter([{ path: "*", element: page }]);
  await act(async () => root.render(<RouterProvider router={router} />));
  const tables = () =>
    [...place.querySelectorAll("figure:has(table)")].map((one) => one.querySelector("h3")?.textContent);
  const press = (at: number) =>
    act(async () => void place.querySelectorAll<HTMLElement>("figure [aria-pressed]")[at]?.click());
  expect(tables()).toEqual(["test.two"]);

  await press(0);
  expect([tables(), window.location.search]).toEqual([
    ["test.one", "test.two"],
    "?table=gone.one%2Ctest.two%2Ctest.one&open=5",
  ]);
  await press(1);
  expect(tables()).toEqual(["test.one"]);
  await act(async () => void (await router.navigate(-1)));
  await expect.poll(tables).toEqual(["test.one", "test.two"]);
  await act(async () => void (await router.navigate(-1)));
  await expect.poll(tables).toEqual(["test.two"]);
  router.dispose();
  window.history.replaceState(null, "", "/");
});

test("what is said of those whom it leaves out leads to their rows, where there are such", () => {
  const link = () => place.querySelector(".chart-help a");
  draw([1], { help: { text: "2 are blocked" } });
  expect([place.querySelector(".chart-help")?.textContent, link()]).toEqual(["2 are blocked", null]);

  draw([1], { help: { text: "2 are blocked" }, helpPath: "/event-data/7/category/1" });
  expect([link()?.textContent, link()?.getAttribute("href")]).toEqual(["2 are blocked", "/event-data/7/category/1"]);
});
