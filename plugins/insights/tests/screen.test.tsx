// What stands on the screen while other figures are on their way: of another event nothing, of other days the old ones, dimmed.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, expect, test } from "vitest";
import { bringChart } from "../../../src/kernel/chart/bringChart.ts";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { type Asked, web } from "../../../tests/support/web.ts";
import { InsightsScreen } from "../web/InsightsScreen.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  const coming = bringChart();
  for (const link of document.head.querySelectorAll("link[rel=stylesheet]")) link.dispatchEvent(new Event("load"));
  await coming;
});

let root: ReturnType<typeof createRoot>;
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const figure = {
  id: "insights.test",
  title: { text: "Sessions" },
  form: "bars",
  unit: { text: "sessions" },
  along: { title: { text: "Day" }, kind: "day", places: ["2026-05-01"] },
  series: [{ name: { text: "sessions" }, values: [4] }],
};

/** The screen at an address, with amounts of its days; what is asked for from then on does not come until it is let. */
async function at(search: string, values: (number | null)[] = [4]) {
  let release = () => {};
  let held: Promise<void> | undefined;
  const answer = async ({ query }: Asked) => {
    await held;
    const [from, to] = [query.get("from"), query.get("to")];
    const figures = [{ ...figure, series: [{ ...figure.series[0], values }] }];
    return { from, to, events: [{ id: 5, name: "Summit" }], older: 0, figures, silent: [] };
  };
  const { root: stores } = web({ table: { "GET /1/api/insights": answer } });
  const router = createMemoryRouter([{ path: "/insights", element: <InsightsScreen /> }], {
    initialEntries: [`/insights?${search}`],
  });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(
      <RootContext.Provider value={stores}>
        <RouterProvider router={router} />
      </RootContext.Provider>,
    ),
  );
  held = new Promise((resolve) => {
    release = resolve;
  });
  return {
    go: (to: string) => act(async () => void (await router.navigate(`/insights?${to}`))),
    come: () => act(async () => release()),
  };
}

const figures = () => [...document.querySelectorAll("figure")];
const dimmed = () => [...document.querySelectorAll("[aria-busy=true] figure")];

test.each([
  ["another one", "event=5", "event=6"],
  ["all of them", "event=5", ""],
  ["one of them", "", "event=5"],
])("of %s no figures of before are shown", async (_, before, after) => {
  const { go, come } = await at(before);
  expect(figures()).toHaveLength(1);

  await go(after);
  expect(figures()).toHaveLength(0);
  expect(document.querySelector(".skeleton")).not.toBeNull();

  await come();
  expect(figures()).toHaveLength(1);
});

test("of other days of the same event the old figures stay, dimmed, until the new ones are there", async () => {
  const { go, come } = await at("event=5&from=2026-01-01&to=2026-02-01");
  expect([figures().length, dimmed().length]).toEqual([1, 0]);

  await go("event=5&from=2026-03-01&to=2026-04-01");
  expect(dimmed()).toHaveLength(1);

  await come();
  expect([figures().length, dimmed().length]).toEqual([1, 0]);
});

test.each([
  ["nothing is known of them", [null], "none.unknown"],
  ["they have none", [0], "none.here"],
])("of days without a picture it is said whether %s", async (_, values, text) => {
  await at("event=5&from=2027-01-01&to=2027-01-01", values);

  expect(document.querySelector(".chart-empty")?.textContent).toContain(text);
});
