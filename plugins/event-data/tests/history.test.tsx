// A profile's history says of every change what became of which value, whatever made it.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { tracking } from "#web";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import type { HistoryLine, Thing } from "../contract.ts";
import { History } from "../web/History.tsx";

const own = { "fields.diet": "vegan", name: "Eve" };
const LINES = [
  { action: "merge_into", before: { name: "Ada", email: "a@x.test" }, after: { into: "Eve (4)" } },
  { action: "unmerge", before: { job_title: "Painter" }, after: { job_title: "" } },
  { action: "merge", before: { photo: null }, after: { photo: "0f00", merged: "Bea (7)" } },
  { action: "undo", before: { job_title: "Singer" }, after: { job_title: "Painter" } },
  { action: "revert", before: { first_name: "Bo" }, after: { first_name: "Eve" } },
  { action: "import", before: { "fields.diet": "" }, after: { "fields.diet": "vegan" } },
  { action: "import", before: null, after: own },
  { action: "join_group", before: { group: null }, after: { group: "Guild (5)" } },
  { action: "unlink", before: { link: "represents: Acme (9)" }, after: { link: null } },
  {
    action: "move_meeting",
    before: { start: "2026-06-01T10:00:00.000Z" },
    after: { participants: "Bo (3)", start: "2026-06-01T11:30:00.000Z" },
  },
  { action: "cancel_meeting", before: null, after: { participants: "Bo (3)", start: "2026-06-01T11:30:00.000Z" } },
  { action: "leave_meeting", before: null, after: { participants: "Bo (3)", left: "Cy (8)" } },
  { action: "rejoin_meeting", before: null, after: { participants: "Bo (3)", back: "Cy (8)" } },
];

/** What each line says, one after the other. */
async function told(locale: "en-gb" | "de"): Promise<string[]> {
  const texts = (await import(`../locales/${locale}.json`)).default;
  await startLanguage(locale, async () => ({ "event-data": texts }));
  const history = LINES.map((line, id): HistoryLine => ({ ...line, id, at: "2026-06-01T10:00:00Z", actor: "Kim" }));
  const store = {
    ...{ history, hasOlder: false, listingHistory: tracking(), listingOlder: tracking() },
    ...{ questions: { fields: [] }, listThingHistory: () => undefined },
  };
  const session = { event: { timezone: "UTC" }, typeCategories: [] };
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <RootContext.Provider value={{ env: {}, session, areaStore: () => store } as never}>
        <MemoryRouter>
          <History eventId={5} thing={{ id: 4, rev: 1 } as Thing} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  for (const time of place.querySelectorAll("time")) time.remove();
  const lines = [...place.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
  root.unmount();
  return lines;
}

test("what imports, merges and undoings changed is told with both values, and who was taken in by name", async () => {
  expect(await told("en-gb")).toEqual([
    "Kim merged this profile into anotherWent intoEve (4)",
    "Kim undid a mergeJob titlePainter → empty",
    "Kim merged another profile into this onePictureempty → Has a pictureTaken inBea (7)",
    "Kim undid a change of many profilesJob titleSinger → Painter",
    "Kim took a change backFirst nameBo → Eve",
    "Kim changed this profile by an importDietempty → vegan",
    "Kim imported this profile",
    "Kim put this profile into a groupGroupempty → Guild (5)",
    "Kim took links of this profile awayLinkrepresents: Acme (9) → empty",
    "Kim moved a meetingWithBo (3)Start1 Jun 2026, 10:00 UTC → 1 Jun 2026, 11:30 UTC",
    "Kim cancelled a meetingWithBo (3)Start1 Jun 2026, 11:30 UTC",
    "Kim had a meeting go on without a participantWithBo (3)LeftCy (8)",
    "Kim brought a participant back into a meetingWithBo (3)BackCy (8)",
  ]);
});

test("in German as well", async () => {
  const lines = await told("de");

  expect(lines[0]).toBe("Kim hat dieses Profil in ein anderes überführtGing auf inEve (4)");
  expect(lines[2]).toContain("AufgenommenBea (7)");
  expect(lines[5]).toMatch(/^Kim hat dieses Profil durch einen Import geändert/);
  expect(lines.at(-3)).toMatch(/^Kim hat einen Termin abgesagtMitBo \(3\)Beginn/);
  expect(lines.at(-1)).toBe(
    "Kim hat eine teilnehmende Person wieder in einen Termin aufgenommenMitBo (3)Wieder dabeiCy (8)",
  );
});
