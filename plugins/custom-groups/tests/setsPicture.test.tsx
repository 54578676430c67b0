// Groups as sets: as many combinations as there are, each is drawn.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../../tests/support/web.ts";
import type { Group } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { SetsPicture } from "../web/SetsPicture.tsx";

const ROOM = 400;

test("combinations that have no room beside each other are all drawn, and scrolled", async () => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: ROOM });
  await startLanguage("en-gb", async () => ({ "custom-groups": texts }));
  document.body.innerHTML = "<div></div>";
  const drawn = createRoot(document.body.firstElementChild as Element);
  const groups = [1, 2, 3, 4, 5, 6].map((id) => ({ id, rev: 1, name: `Group ${id}`, members: 9 })) as Group[];
  const sets = Array.from({ length: 60 }, (_, at) => ({
    ids: groups.map(({ id }) => id).filter((id) => (at + 1) & (1 << (id - 1))),
    count: 60 - at,
  }));
  const result = { sets, pairs: [], more: { sets: 0, profiles: 0 }, broken: [] };
  const { root } = web({
    table: {
      "POST /1/api/container/5/custom-group/sets": { job: { id: 1, state: "queued" } },
      "GET /1/api/job/1": { id: 1, state: "done", progress: 1, kind: "custom-groups.sets", result },
    },
  });

  flushSync(() =>
    drawn.render(
      <MemoryRouter>
        <RootContext.Provider value={root}>
          <SetsPicture eventId={5} groups={groups} />
        </RootContext.Provider>
      </MemoryRouter>,
    ),
  );

  // This page's styles come from nowhere.
  const arrive = () =>
    document.head.querySelectorAll("link").forEach((one) => void one.dispatchEvent(new Event("load")));
  await expect
    .poll(() => {
      arrive();
      return document.querySelectorAll(".group-set").length;
    })
    .toBe(60);
  const picture = document.querySelector("svg.chart-drawing");
  expect(Number(picture?.getAttribute("width"))).toBeGreaterThan(ROOM);
  expect(picture?.closest("[tabindex='0']")).not.toBeNull();
  expect(document.querySelector(".group-set title")?.textContent).toBe("Group 1");
  flushSync(() => drawn.unmount());
  Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
});
