// What the export offers says how many rows it means, and an estimate as one.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import de from "../../../locales/grid/de.json" with { type: "json" };
import en from "../../../locales/grid/en-gb.json" with { type: "json" };
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { web } from "../../../tests/support/web.ts";
import ownDe from "../locales/de.json" with { type: "json" };
import ownEn from "../locales/en-gb.json" with { type: "json" };
import { BulkActions } from "../web/bulk/BulkActions.tsx";
import { ExportButton } from "../web/ExportButton.tsx";

const LANGUAGES = { "en-gb": { grid: en, "event-data": ownEn }, de: { grid: de, "event-data": ownDe } };
const start = (locale: "en-gb" | "de") => startLanguage(locale, async () => LANGUAGES[locale]);

test.for([
  ["en-gb", true, ["Excel file, all that match, about 5,000", "CSV file, all that match, about 5,000"]],
  ["en-gb", false, ["Excel file, all 5,000 that match", "CSV file, all 5,000 that match"]],
  ["de", true, ["Excel-Datei, alle Treffer, etwa 5.000", "CSV-Datei, alle Treffer, etwa 5.000"]],
  ["de", false, ["Excel-Datei, alle 5.000 Treffer", "CSV-Datei, alle 5.000 Treffer"]],
] as const)("all that match, in %s, as an estimate: %s", async ([locale, isAbout, texts]) => {
  await start(locale);
  const place = document.body.appendChild(document.createElement("div"));
  const page = createRoot(place);
  const grid = { current: {} as never };
  const counts = { matched: 5000, about: isAbout };
  const selected = { all: false, ids: [1, 2], count: 2, view: { search: "", sort: [], filter: [], group: [] } };
  flushSync(() =>
    page.render(
      <RootContext.Provider value={web({ table: {} }).root}>
        <ExportButton grid={grid} columns={[]} list={{}} eventId={1} selected={selected} counts={counts} />
      </RootContext.Provider>,
    ),
  );
  flushSync(() => place.querySelector("button")?.click());

  const offered = () => [...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent);
  await expect.poll(offered).toEqual(expect.arrayContaining([...texts]));
  flushSync(() => page.unmount());
  place.remove();
});

test.for([
  ["en-gb", "Select all that match, about 5,000", "Select all 4,987 that match"],
  ["de", "Alle Treffer auswählen, etwa 5.000", "Alle 4.987 Treffer auswählen"],
] as const)("so does the button that ticks them all, in %s, also once they are counted", async ([locale, ...texts]) => {
  await start(locale);
  const place = document.body.appendChild(document.createElement("div"));
  const page = createRoot(place);
  const { root } = web({ table: { "GET /1/api/container/1/thing/bulk/last": () => ({}) } });
  const selected = { all: false, ids: [1], count: 1, view: { search: "", sort: [], filter: [], group: [] } };
  const grid = { current: { refresh: () => undefined } as never };
  const drawn = (matched: number, about: boolean) => {
    flushSync(() =>
      page.render(
        <RootContext.Provider value={root}>
          <BulkActions eventId={1} list={{}} {...{ grid, selected }} counts={{ matched, about }} go={() => undefined} />
        </RootContext.Provider>,
      ),
    );
    return place.querySelector("button .list-unless-tight")?.textContent;
  };

  expect([drawn(5000, true), drawn(4987, false)]).toEqual(texts);
  flushSync(() => page.unmount());
  place.remove();
});
