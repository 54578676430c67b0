// The code of a screen comes while somebody points at a link to it, wherever the link stands.
import { afterEach, beforeEach, expect, test } from "vitest";
import { prefetchLinks, prefetchPath } from "../../src/app/shell/prefetch.ts";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";

let brought: string[];
let stop: () => void;
const route = (path: string, isAllowed = true) => ({
  id: path,
  area: "far",
  path,
  // Each screen is brought once.
  screen: `${path} ${Math.random()}`,
  access: isAllowed ? undefined : { accessRole: 1 },
  load: () => {
    brought.push(path);
    return {};
  },
});
const rootOf = (...routes: ReturnType<typeof route>[]) =>
  ({
    registry: {
      routes,
      manifests: [{ redirects: [{ from: "/event-details/:eventId", to: "/event-details/:eventId/agenda" }] }],
    },
    session: { isAllowed: (access: unknown) => access === undefined },
  }) as never;

beforeEach(async () => {
  await startLanguage("en-gb", async () => ({}));
  brought = [];
  document.body.innerHTML = `<main>
    <a href="/event-details/4/agenda?view=day"><span>Agenda</span></a> <a href="/closed">Closed</a> <a href="/nowhere">Nowhere</a>
    <a href="https://far.example/closed">Far</a> <a href="/event-details/4/list.csv" download>File</a> <button>No link</button>
    <svg><a href="/event-details/4/agenda"><rect /></a></svg>
  </main>`;
  stop = prefetchLinks(rootOf(route("/event-details/:eventId/agenda"), route("/closed", false)));
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

const point = (selector: string, event = "pointerover") =>
  document.querySelector(selector)?.dispatchEvent(new Event(event, { bubbles: true }));

test("one that is pointed at, or reached by keyboard, brings its screen", () => {
  point("span");
  expect(brought).toEqual(["/event-details/:eventId/agenda"]);
  stop();
  stop = prefetchLinks(rootOf(route("/event-details/:eventId/agenda")));
  point("a", "focusin");
  expect(brought).toHaveLength(2);
});

test("one in a picture brings its screen, too", () => {
  point("rect");
  expect(brought).toEqual(["/event-details/:eventId/agenda"]);
});

test("one that leads elsewhere, to a file, or to what this person may not open, brings nothing", () => {
  for (const selector of ["[href='/closed']", "[href='/nowhere']", "[href^=https]", "[download]", "button"])
    point(selector);
  expect(brought).toEqual([]);
});

test("the address of a command brings its screen, whatever it asks for there", () => {
  prefetchPath(rootOf(route("/app-settings/fields")), "/app-settings/fields?open=new");
  expect(brought).toEqual(["/app-settings/fields"]);
});

test("a bare address brings the page that it leads to", () => {
  prefetchPath(rootOf(route("/event-details/:eventId/agenda")), "/event-details/4");
  expect(brought).toEqual(["/event-details/:eventId/agenda"]);
});
