// The days of the history as a picture: of this event and no other, each day leading to its rows; its room stays.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { bringChart } from "../../../src/kernel/chart/bringChart.ts";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { problemReply, type Reply, web } from "../../../tests/support/web.ts";
import { DayChart } from "../web/DayChart.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let place: HTMLElement;
let root: ReturnType<typeof createRoot>;
// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  const coming = bringChart();
  for (const link of document.head.querySelectorAll("link[rel=stylesheet]")) link.dispatchEvent(new Event("load"));
  await coming;
});
beforeEach(() => {
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  window.history.replaceState(null, "", "/");
});

const daysOf = (person: number) =>
  ["2026-05-01", "2026-05-02"].map((day) => ({ day, person: day.endsWith("1") ? person : 0, token: 0, job: 0 }));
const asking = (eventId: number) => `GET /1/api/container/${eventId}/history/day`;

function drawn(table: Record<string, Reply>, search = "") {
  const { root: stores } = web({ table });
  // What of the address changes is read from the window.
  window.history.replaceState(null, "", `/event-details/5/history${search}`);
  return (eventId: number) =>
    act(async () => {
      root.render(
        <RootContext.Provider value={stores}>
          <MemoryRouter initialEntries={[`/event-details/5/history${search}`]}>
            <DayChart eventId={eventId} everywhere={false} zone="UTC" />
          </MemoryRouter>
        </RootContext.Provider>,
      );
    });
}
const buttonOf = (text: string) =>
  [...place.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(text));
const press = (text: string) => act(async () => buttonOf(text)?.click());

test("of another event nothing is shown, neither before its days have come nor when they do not come", async () => {
  let fail = () => {};
  const away = new Promise<Response>((resolve) => {
    fail = () => resolve(problemReply(400, "invalid", "Away"));
  });
  const draw = drawn({ [asking(5)]: daysOf(3), [asking(6)]: away });
  await draw(5);
  expect(place.querySelector("figure")).not.toBeNull();

  await draw(6);
  expect(place.querySelector("figure")).toBeNull();
  expect(place.querySelector(".history-days")).not.toBeNull();

  await act(async () => fail());
  expect(place.querySelector("figure")).toBeNull();
  expect(place.querySelector(".history-days [role=alert]")).not.toBeNull();
});

test("what did not come is asked for again", async () => {
  let times = 0;
  const draw = drawn({ [asking(5)]: () => (times++ === 0 ? problemReply(400, "invalid", "Away") : daysOf(3)) });
  await draw(5);

  await press("retry");

  expect(place.querySelector("[role=alert]")).toBeNull();
  expect(place.querySelector("figure")).not.toBeNull();
});

test("each day leads to all of its rows in the same view, without what else narrows the list", async () => {
  const draw = drawn({ [asking(5)]: daysOf(3) }, "?q=ada&by=4&open=9&of=app&sort=actor");
  await draw(5);

  await press("table");

  const links = [...place.querySelectorAll<HTMLAnchorElement>("td a, th a")];
  const [path = "", query = ""] = links[0]?.getAttribute("href")?.split("?") ?? [];
  expect(path).toBe("/event-details/5/history");
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    of: "app",
    sort: "actor",
    table: "history.days",
    filter: '[["at","eq","2026-05-01"]]',
  });
});

test("of no changes no picture is drawn, and there is nothing to save of it", async () => {
  const draw = drawn({ [asking(5)]: daysOf(0) });

  await draw(5);

  expect(place.querySelector(".chart-empty")).not.toBeNull();
  expect(place.querySelectorAll("button")).toHaveLength(0);
});
