// What of a picture leads somewhere: each amount in the table, under the pointer, and by keys.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { ChartView } from "../../../src/kernel/chart/ChartView.tsx";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const days = ["2026-10-20", "2026-10-21", "2026-10-22"];
const course: Figure = {
  id: "test.course",
  title: { text: "Growth" },
  form: "line",
  unit: { text: "people" },
  along: { title: { text: "Day" }, kind: "day", places: days },
  series: [{ name: { text: "people" }, values: [0, 2, 5], path: "/people?until={place}" }],
};
const grid: Figure = {
  ...course,
  id: "test.grid",
  form: "heat",
  along: { title: { text: "Hour" }, kind: "text", places: ["09:00", "10:00", "11:00"] },
  series: [
    { name: { text: "Hall" }, values: [3, 0, 1], path: "/hall?hour={place}" },
    { name: { text: "Garden" }, values: [0, 4, null], path: "/garden?at={place}", keys: ["a", "b&c", "d"] },
    { name: { text: "Cellar" }, values: [7, 7, 7] },
  ],
};

let place: HTMLElement;
let root: ReturnType<typeof createRoot>;
let router: ReturnType<typeof createMemoryRouter>;
beforeAll(() => startLanguage("en-gb", async () => ({})));
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: 400 });
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  document.documentElement.removeAttribute("dir");
  Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
});

function show(figure: Figure) {
  const page = (
    <RootContext.Provider value={{ env: { notices: {} } } as never}>
      <ChartView figure={figure} />
    </RootContext.Provider>
  );
  router = createMemoryRouter([{ path: "*", element: page }]);
  act(() => root.render(<RouterProvider router={router} />));
}
const where = () => router.state.location.pathname + router.state.location.search;
const walk = () => place.querySelector<HTMLAnchorElement>(".chart-walk");
const href = () => walk()?.getAttribute("href");
const told = () => place.querySelector(".chart-told")?.textContent;
const press = (key: string) =>
  act(() => void walk()?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));
const clickAt = (clientX: number, clientY: number) =>
  act(
    async () =>
      void place
        .querySelector("svg.chart-drawing")
        ?.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY })),
  );

test("in the table each amount of several series leads to its own rows, and none leads nowhere", () => {
  show(grid);
  act(() => place.querySelector("button")?.click());

  const links = [...place.querySelectorAll("td a")].map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["3", "/hall?hour=09%3A00"],
    ["4", "/garden?at=b%26c"],
    ["1", "/hall?hour=11%3A00"],
  ]);
  expect(place.querySelectorAll("th a")).toHaveLength(0);
});

test("in the table of one series the place leads to its rows", () => {
  show(course);
  act(() => place.querySelector("button")?.click());

  expect([...place.querySelectorAll("tbody a")].map((link) => link.getAttribute("href"))).toEqual([
    "/people?until=2026-10-21",
    "/people?until=2026-10-22",
  ]);
});

test("a press leads where the mark under it does; one beside it, or without rows, nowhere", async () => {
  show(grid);
  await clickAt(390, 40);
  expect(where()).toBe("/");
  await clickAt(390, 70);
  expect(where()).toBe("/");
  await clickAt(390, 14);
  expect(where()).toBe("/hall?hour=11%3A00");
});

test("of courses the nearest is meant", async () => {
  const path = (name: string) => `/${name}?until={place}`;
  const series = [
    { name: { text: "First" }, values: [100, 100, 100], path: path("first") },
    { name: { text: "Second" }, values: [10, 10, 10], path: path("second") },
  ];
  show({ ...course, series });
  await clickAt(200, 180);
  expect(where()).toBe("/second?until=2026-10-21");
  expect(place.querySelector(".chart-told-meant")?.textContent).toContain("Second");
});

test("one stop of the keyboard goes along the days, from the latest on, and is a link to each", () => {
  show(course);
  expect(href()).toBe("/people?until=2026-10-22");

  act(() => walk()?.focus());
  expect(told()).toContain("5");
  press("ArrowLeft");
  expect([href(), told()?.includes("2")]).toEqual(["/people?until=2026-10-21", true]);
  // Before it nothing leads anywhere.
  press("ArrowLeft");
  expect(href()).toBe("/people?until=2026-10-21");
  press("End");
  expect(href()).toBe("/people?until=2026-10-22");
  act(() => walk()?.blur());
  expect(told()).toBeUndefined();
});

test("keys go from series to series, and along the page's own direction", () => {
  show(grid);
  press("Home");
  expect(href()).toBe("/hall?hour=09%3A00");
  press("ArrowDown");
  expect(href()).toBe("/garden?at=b%26c");
  press("ArrowDown");
  expect(href()).toBe("/garden?at=b%26c");
  press("ArrowUp");
  expect(href()).toBe("/hall?hour=09%3A00");

  document.documentElement.dir = "rtl";
  press("ArrowLeft");
  expect(href()).toBe("/hall?hour=11%3A00");
});

test("a picture without rows is no stop of the keyboard", () => {
  show({ ...course, series: [{ name: { text: "people" }, values: [1, 2, 3] }] });

  expect(walk()).toBeNull();
});
