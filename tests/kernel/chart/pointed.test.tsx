// A chart under a finger, which taps where no pointer has been; and the file that it leaves as.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { ChartView } from "../../../src/kernel/chart/ChartView.tsx";
import { svgOf } from "../../../src/kernel/chart/saving.ts";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const figure: Figure = {
  id: "test.two",
  title: { text: "Sessions by day" },
  form: "bars",
  unit: { text: "sessions" },
  along: { title: { text: "Day" }, kind: "day", places: ["2026-10-20", "2026-10-21"] },
  series: [
    { name: { text: "Talks" }, values: [3, 5] },
    { name: { text: "Walks & talks" }, values: [1, 2] },
  ],
  paths: ["/first", "/second"],
};
let place: HTMLElement;
let root: ReturnType<typeof createRoot>;
let router: ReturnType<typeof createMemoryRouter>;

beforeAll(() => startLanguage("en-gb", async () => ({})));
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: 400 });
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  const page = (
    <RootContext.Provider value={{ env: { notices: {} } } as never}>
      <ChartView figure={figure} />
    </RootContext.Provider>
  );
  router = createMemoryRouter([{ path: "*", element: page }]);
  act(() => root.render(<RouterProvider router={router} />));
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
});
const drawing = () => place.querySelector<SVGSVGElement>("svg.chart-drawing") as SVGSVGElement;

test("a tap leads where the bar under it does, and tells its amounts", async () => {
  const told = () => place.querySelector(".chart-told")?.textContent;
  expect(told()).toBeUndefined();

  await act(async () =>
    drawing().dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 350, clientY: 100 })),
  );

  expect(router.state.location.pathname).toBe("/second");
  expect(told()).toContain("Talks: 5");
});

async function fileOf(drawn: SVGSVGElement): Promise<Document> {
  Object.defineProperty(SVGElement.prototype, "clientWidth", { configurable: true, value: 400 });
  const read = new FileReader();
  const text = await new Promise<string>((done) => {
    read.onload = () => done(String(read.result));
    read.readAsText(svgOf(drawn, "Sessions by day"));
  });
  Reflect.deleteProperty(SVGElement.prototype, "clientWidth");
  return new DOMParser().parseFromString(text, "image/svg+xml");
}

test("what is not known is told as that, and not as none", async () => {
  const broken = { ...figure, series: [{ ...figure.series[0], values: [3, null] }] } as Figure;
  const lying: Figure = { ...broken, along: { title: { text: "Hall" }, kind: "text", places: ["A", "B"] } };
  act(() => root.unmount());
  root = createRoot(place);
  const page = (
    <RootContext.Provider value={{ env: { notices: {} } } as never}>
      <ChartView figure={broken} />
      <ChartView figure={lying} reachable />
    </RootContext.Provider>
  );
  router = createMemoryRouter([{ path: "*", element: page }]);
  act(() => root.render(<RouterProvider router={router} />));

  await act(async () =>
    drawing().dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 350, clientY: 100 })),
  );

  expect(place.querySelector(".chart-told")?.textContent).toContain("unknown");
  const amounts = [...place.querySelectorAll(".chart-amount")].map(({ textContent }) => textContent);
  expect(amounts).toEqual(["3", "unknown"]);
});

test("a grid hatches what is not known, and says what that means beside the picture and in the table", () => {
  act(() => root.unmount());
  root = createRoot(place);
  const one = figure.series[0] as Figure["series"][number];
  const heat: Figure = { ...figure, form: "heat", series: [one, { ...one, values: [null, 0] }], paths: [] };
  router = createMemoryRouter([
    {
      path: "*",
      element: (
        <RootContext.Provider value={{ env: { notices: {} } } as never}>
          <ChartView figure={heat} />
        </RootContext.Provider>
      ),
    },
  ]);
  act(() => root.render(<RouterProvider router={router} />));

  const drawn = [...drawing().querySelectorAll("rect.chart-unknown")];
  const id = /^url\(#(.+)\)$/.exec(drawn[0]?.getAttribute("fill") ?? "")?.[1];
  expect(drawn).toHaveLength(1);
  expect(drawing().querySelector(`pattern[id="${id}"] path`)).not.toBeNull();
  expect(place.querySelector(".chart-legend")?.textContent).toBe("unknown");

  act(() => place.querySelector("button")?.click());
  expect([...place.querySelectorAll("td")].map(({ textContent }) => textContent)).toEqual(["3", "unknown", "5", "0"]);
});

test("the file of a chart of several series says which is which", async () => {
  const file = await fileOf(drawing());

  const said = [...file.documentElement.children].flatMap((one) => (one.tagName === "text" ? [one.textContent] : []));
  expect(said).toEqual(["Sessions by day", "Talks", "Walks & talks"]);
  expect(file.documentElement.querySelectorAll(":scope > svg")).toHaveLength(3);
});

test("a file wears what every program reads: names before their outlines, plain colours, and the side they are read from", async () => {
  const other = document.body.appendChild(document.createElement("div"));
  other.innerHTML = `<svg>
    <rect style="fill: color(srgb 0.2 0.4 1 / 0.5); fill-opacity: 0.5" />
    <rect style="fill: rgba(0, 0, 0, 0)" />
    <rect fill="url(#pattern)" style="fill: color(srgb 1 0 0)" />
    <text style="fill: color(srgb 0 0 0); stroke: rgb(255, 255, 255); stroke-width: 4px; direction: rtl">Gala</text>
  </svg>`;

  const file = await fileOf(other.firstElementChild as SVGSVGElement);
  other.remove();

  const inside = [...file.documentElement.querySelectorAll("svg > svg > *")].map((one) =>
    Object.fromEntries(
      [...one.attributes].filter(({ name }) => name !== "style").map(({ name, value }) => [name, value]),
    ),
  );
  expect(inside).toMatchObject([
    { fill: "rgb(51, 102, 255)", "fill-opacity": "0.25" },
    { fill: "none" },
    { fill: "url(#pattern)" },
    { fill: "rgb(0, 0, 0)", stroke: "rgb(255, 255, 255)", "stroke-width": "4px", direction: "rtl" },
    { fill: "rgb(0, 0, 0)", stroke: "none", direction: "rtl" },
  ]);
});
