// The frame that stood last: for whom it is shown, what comes back of what was kept, and how it gives way.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { begin, type Parts } from "../../src/app/ahead.ts";
import { fromKept, toKept } from "../../src/app/lastFrame/nodes.ts";
import { LAST_FRAME, type LastFrame } from "../../src/kernel/store/lastFrame.ts";
import { removeStoredUser, USER_DATA } from "../../src/kernel/store/storedUser.ts";
import { aUser, fakeServer, keptInMemory } from "../support/web.ts";

const parts: Parts = {
  files: ["/assets/frame.css", "/assets/shell.js"],
  frame: [0, 1],
  routes: [
    { path: "/main", bare: true, texts: [], files: [] },
    { path: "/event-details/:eventId/agenda", texts: [], files: [] },
    { path: "/event-details/:eventId/setup", texts: [], files: [] },
    { path: "/app-settings/data-types", texts: [], files: [] },
  ],
};

const NAVIGATION = `<nav class="sidebar"><div class="sidebar-top"><input value="Northwind"></div><div class="sidebar-groups">
  <button type="button" data-nav-item="" aria-expanded="false">Teams</button>
  <a href="/event-details/4/agenda" data-nav-item="a" class="nav-item nav-active" aria-current="page">Agenda</a>
  <a href="/event-details/4/setup" data-nav-item="b" class="nav-item">Setup</a></div></nav>`;

function elementOf(markup: string): Element {
  const place = document.createElement("div");
  place.innerHTML = markup;
  return place.firstElementChild as Element;
}

const FRAME: LastFrame = {
  userId: 7,
  appId: 2,
  eventId: 4,
  locale: "en-gb",
  address: "/event-details/4/agenda",
  scrolled: 0,
  parts: [toKept(elementOf('<header class="top-bar"><button>Search</button></header>')), toKept(elementOf(NAVIGATION))],
};

/** Opens an address with what is kept; answers the place of the frame that stood last, once the styles are there. */
async function open(kept: unknown, pathname = "/event-details/4/agenda", selection: object = {}) {
  localStorage.setItem("userData", JSON.stringify({ ...aUser, token: "dash" }));
  localStorage.setItem("selection", JSON.stringify({ userId: 7, appId: 2, eventId: 4, ...selection }));
  localStorage.setItem(LAST_FRAME, JSON.stringify(kept));
  begin(parts, "", { pathname, search: "" });
  for (const link of document.head.querySelectorAll("link[rel=stylesheet]")) link.dispatchEvent(new Event("load"));
  await Promise.resolve();
  await Promise.resolve();
  return document.getElementById("last-frame");
}

beforeEach(() => {
  vi.stubGlobal("fetch", fakeServer({ "GET /1/dashboard/application": [] }).fetch);
  document.body.innerHTML = '<div id="root"></div>';
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.documentElement.removeAttribute("data-theme");
});

describe("for whom it is shown", () => {
  test("for the same person in the same app, event and language, in their theme", async () => {
    localStorage.setItem("theme", "dark");
    const place = await open(FRAME);
    expect(place?.querySelector("[aria-current]")?.textContent).toBe("Agenda");
    expect(place?.querySelector("main")?.getAttribute("aria-busy")).toBe("true");
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    expect([...(place?.querySelectorAll("[inert]") ?? [])].map(({ className }) => className)).toEqual([
      "top-bar",
      "sidebar-top",
    ]);
  });

  test.each([
    ["another person's", { ...FRAME, userId: 8 }, "/event-details/4/agenda", {}],
    ["another app's", FRAME, "/event-details/4/agenda", { appId: 3 }],
    ["another event's, by the address", FRAME, "/event-details/5/agenda", {}],
    ["another event's, by the choice", FRAME, "/app-settings/data-types", { eventId: 9 }],
    ["another language's", { ...FRAME, locale: "de" }, "/event-details/4/agenda", {}],
    ["a page without a side navigation", FRAME, "/main", {}],
    ["the log-in page", FRAME, "/login", {}],
    ["an address that is no page's own", FRAME, "/engagement/4", {}],
    ["what cannot be read", "no", "/event-details/4/agenda", {}],
    ["what has no parts", { ...FRAME, parts: 3 }, "/event-details/4/agenda", {}],
  ])("not for %s", async (_, kept, pathname, selection) => {
    expect(await open(kept, pathname, selection)).toBeNull();
  });

  test("from the side from which its language is read", async () => {
    expect((await open(FRAME))?.dir).toBe("");
    document.getElementById("last-frame")?.remove();
    expect((await open({ ...FRAME, direction: "rtl" }))?.dir).toBe("rtl");
  });

  test("not after the application has drawn", async () => {
    document.body.innerHTML = '<div id="root"><div class="frame frame-normal"></div></div>';
    expect(await open(FRAME)).toBeNull();
  });

  test("it goes with the person who logs out", () => {
    const kept = keptInMemory({ [USER_DATA]: "{}", [LAST_FRAME]: "{}" });
    removeStoredUser(kept);
    expect([kept.text(USER_DATA), kept.text(LAST_FRAME)]).toEqual([undefined, undefined]);
  });
});

test("on another page its entry is marked, and none where there is none", async () => {
  const marked = async (pathname: string) => {
    const place = await open(FRAME, pathname);
    const found = [...(place?.querySelectorAll("[aria-current], .nav-active") ?? [])].map((one) => one.textContent);
    place?.remove();
    return found;
  };
  expect(await marked("/event-details/4/setup")).toEqual(["Setup"]);
  expect(await marked("/app-settings/data-types")).toEqual([]);
});

test("a style that does not come is left for the application to ask for", async () => {
  localStorage.setItem("userData", JSON.stringify({ ...aUser, token: "dash" }));
  localStorage.setItem("selection", JSON.stringify({ userId: 7, appId: 2, eventId: 4 }));
  localStorage.setItem(LAST_FRAME, JSON.stringify(FRAME));
  begin(parts, "", { pathname: "/event-details/4/agenda", search: "" });
  const styles = () => [...document.head.querySelectorAll("link[rel=stylesheet]")];
  for (const link of styles()) link.dispatchEvent(new Event("error"));
  expect(styles()).toEqual([]);
});

describe("how it gives way", () => {
  const draw = (markup: string) => {
    (document.getElementById("root") as HTMLElement).innerHTML = markup;
  };

  test("it stays over what is drawn before the frame, and goes with the frame", async () => {
    const place = await open(FRAME);
    draw('<a class="skip-link"></a><div class="loader"></div><div class="frame frame-normal frame-coming"></div>');
    await Promise.resolve();
    expect(place?.isConnected).toBe(true);
    draw(`<div class="frame frame-normal">${NAVIGATION}</div>`);
    await Promise.resolve();
    expect(place?.isConnected).toBe(false);
  });

  test("the focus goes on to the same entry, and the group that was pressed is pressed", async () => {
    const place = await open(FRAME);
    const [group, , setup] = (place as HTMLElement).querySelectorAll<HTMLElement>("[data-nav-item]");
    group?.click();
    setup?.focus();
    const pressed: string[] = [];
    document.getElementById("root")?.addEventListener("click", ({ target }) => {
      pressed.push((target as Element).textContent);
    });
    draw(`<div class="frame frame-normal">${NAVIGATION}</div>`);
    await Promise.resolve();
    expect(document.activeElement?.textContent).toBe("Setup");
    expect(document.activeElement?.closest("#root")).not.toBeNull();
    expect(pressed).toEqual(["Teams"]);
  });

  test("it goes also where something else than a frame is drawn", async () => {
    const place = await open(FRAME);
    draw('<main class="login-page"></main>');
    await Promise.resolve();
    expect(place?.isConnected).toBe(false);
  });
});

describe("what comes back of what was kept", () => {
  test("a frame is what it was, with what its fields hold", () => {
    const before = elementOf(NAVIGATION);
    (before.querySelector("input") as HTMLInputElement).value = "Another";
    const after = fromKept(JSON.parse(JSON.stringify(toKept(before))));
    expect(after.querySelector("input")?.value).toBe("Another");
    expect(after.querySelector(".sidebar-groups")?.innerHTML).toBe(before.querySelector(".sidebar-groups")?.innerHTML);
  });

  test("nothing runs, loads or leads away from the web", () => {
    const after = fromKept([
      "nav",
      { onclick: "alert(1)", style: "color: red", srcdoc: "x" },
      ["script", {}, "alert(1)"],
      ["iframe", { src: "https://example.org" }],
      ["a", { href: "javascript:alert(1)", id: "a" }, "<b>text</b>"],
    ]);
    expect(after.outerHTML).toBe('<nav><span>alert(1)</span><span></span><a id="a">&lt;b&gt;text&lt;/b&gt;</a></nav>');
  });
});
