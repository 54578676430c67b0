import { describe, expect, test } from "vitest";
import { missingFrom } from "#schemas/access.ts";
import type { Condition } from "#schemas/condition.ts";
import type { Manifest } from "#schemas/manifest.ts";
import { publicNetworkingAddress } from "#schemas/networkingPage.ts";
import { aheadOfClocks, instantOf, localTime } from "#schemas/time.ts";
import { withoutOtp } from "../../src/app/otp.ts";
import { isChunkError, reloadOnce } from "../../src/app/screens.ts";
import { activeEntryId, groupsAround } from "../../src/app/shell/activeEntry.ts";
import { matching, nextIndex, slice } from "../../src/app/shell/pickerList.ts";
import { rememberWanted, takeWanted } from "../../src/app/wanted.ts";
import { countChanges } from "../../src/kernel/form/FormPanel.tsx";
import { buildRegistry } from "../../src/kernel/plugin/registry.ts";
import { asksNotToTrack, createAnalytics } from "../../src/kernel/report/analytics.ts";
import { isReportingOn, options, withoutPerson } from "../../src/kernel/report/sentry.ts";
import { factsFrom, phaseOf } from "../../src/kernel/store/facts.ts";
import { keptIn } from "../../src/kernel/store/kept.ts";
import { canViewEvent, identifiersText, orderEvents } from "../../src/kernel/store/ordering.ts";
import { anApp, anEvent, keptInMemory, settings } from "../support/web.ts";

describe("events", () => {
  test("active ones come first, then archived ones, each by start date descending", () => {
    const events = [
      anEvent(1, "2026-01-01"),
      anEvent(2, "2026-09-01", { active: 0 }),
      anEvent(3, "2026-05-01"),
      anEvent(4, "2024-01-01", { active: 0 }),
    ];
    expect(orderEvents(events).map((event) => event.id)).toEqual([3, 1, 2, 4]);
  });

  test("an event is viewed only when it is active and has web networking", () => {
    const bits = [0, 1] as const;
    const shown = bits.flatMap((active) =>
      bits.map((web_networking_activated) =>
        canViewEvent(anEvent(1, "2026-01-01", { active, web_networking_activated })),
      ),
    );
    expect([canViewEvent(undefined), ...shown]).toEqual([false, false, false, false, true]);
  });

  test("the public page is named like the event without its spaces", () => {
    expect(publicNetworkingAddress("https://n.test/", { name: "Big  Summit 2026" })).toBe(
      "https://n.test/BigSummit2026",
    );
  });

  test("the identifiers are 'appId:eventId', or the app's alone", () => {
    expect([identifiersText(4, 9), identifiersText(4, 0)]).toEqual(["4:9", "4"]);
  });

  test("before, live and after", () => {
    const event = anEvent(1, "2026-06-15");
    const at = (time: string) => phaseOf(event, new Date(time));
    expect([at("2026-06-15T07:59:00Z"), at("2026-06-15T08:00:00Z"), at("2026-06-15T18:00:01Z")]).toEqual([
      "before",
      "live",
      "after",
    ]);
  });
});

describe("facts", () => {
  const flags = [
    { key: "widgets", source: "managementSettings.feature_control.widgets", default: true },
    { key: "push", source: "config.application.notifications.is_broadcast_hpn_supported", default: false },
    { key: "networking", source: "event.web_networking_activated", default: false },
  ];
  const known = {
    app: anApp(1),
    event: null,
    permissions: undefined,
    config: undefined,
    managementSettings: undefined,
  };
  const read = (more: object) =>
    factsFrom({ ...known, environment: "production", now: new Date("2026-06-15T10:00:00Z"), ...more } as never, flags);

  test("a flag whose source has not arrived is not known", () => {
    expect(read({}).flags).toEqual({ networking: false });
  });

  test("a source that does not say gives the default, a bit counts as yes or no", () => {
    const event = anEvent(1, "2026-06-15");
    expect(read({ managementSettings: {}, event }).flags).toEqual({ widgets: true, networking: true });
  });
});

describe("what is kept", () => {
  test("storage that is forbidden or full keeps values for the page", () => {
    const refuse = () => {
      throw new DOMException("no", "QuotaExceededError");
    };
    const kept = keptIn(refuse as unknown as () => Storage);
    kept.write("a", { b: 1 });
    expect([kept.read("a"), kept.read("c")]).toEqual([{ b: 1 }, undefined]);
  });

  test("where a person wanted to go is theirs alone and used once", () => {
    const tab = keptInMemory();
    rememberWanted(tab, "/event-home?x=1", 7);
    expect(takeWanted(tab, 8)).toBeUndefined();
    rememberWanted(tab, "/event-home?x=1", 7);
    expect([takeWanted(tab, 7), takeWanted(tab, 7)]).toEqual(["/event-home?x=1", undefined]);
  });

  test("an address outside is not gone to", () => {
    const tab = keptInMemory();
    rememberWanted(tab, "//evil.test", undefined);
    expect(takeWanted(tab, 7)).toBeUndefined();
  });

  test("the one-time password leaves the address, the rest stays", () => {
    expect(withoutOtp({ pathname: "/main", search: "?otp=1&editProfile=1", hash: "#a" })).toBe("/main?editProfile=1#a");
  });
});

describe("code that does not arrive", () => {
  test.each([
    "Loading chunk 7 failed",
    "Failed to fetch dynamically imported module: http://x",
    "error loading dynamically imported module",
  ])("%s", (text) => expect(isChunkError(new Error(text))).toBe(true));

  test("another error is not taken for it", () => expect(isChunkError(new TypeError("x is undefined"))).toBe(false));

  test("the page reloads once for a part, never in a loop", () => {
    const tab = keptInMemory();
    let reloads = 0;
    const reload = () => {
      reloads += 1;
    };
    expect([reloadOnce("agenda", tab, reload), reloadOnce("agenda", tab, reload), reloads]).toEqual([true, false, 1]);
  });
});

describe("the pickers' list", () => {
  const options = Array.from({ length: 10_000 }, (_, at) => ({ id: at + 1, label: `Event ${at + 1}` }));

  test("every word must be found; a number is an id too", () => {
    expect(matching(options, "999 event").length).toBe(19);
    expect(matching([{ id: 42, label: "Summit" }], "42")).toHaveLength(1);
    expect(matching([{ id: 1, label: "Ágora Łódź" }], "agora lodz")).toHaveLength(1);
  });

  test("of ten thousand only those in view are drawn", () => {
    const { first, last } = slice(160_000, 320, options.length);
    expect([first, last]).toEqual([4996, 5014]);
    expect(slice(0, 320, 0)).toEqual({ first: 0, last: 0 });
  });

  test("arrows go round, other keys are left alone", () => {
    expect([
      nextIndex("ArrowDown", 2, 3, false),
      nextIndex("ArrowUp", 0, 3, false),
      nextIndex("a", 1, 3, false),
    ]).toEqual([0, 2, undefined]);
  });
});

describe("the active entry", () => {
  const entry = (id: string, href: string) => ({
    kind: "entry" as const,
    id,
    label: "",
    state: "enabled" as const,
    target: { kind: "route" as const, href },
  });
  const nodes = [
    entry("all", "/event-data/5"),
    {
      kind: "group" as const,
      id: "types",
      label: "",
      children: [entry("speakers", "/event-data/5?type=4"), entry("detail", "/event-data/5/deep")],
    },
  ];
  const cases: [string, string, string | undefined][] = [
    ["/event-data/5", "", "all"],
    ["/event-data/5", "?type=4&sort=name", "speakers"],
    ["/event-data/5/deep/9", "", "detail"],
    ["/event-data/55", "", undefined],
  ];
  test.each(cases)("%s%s", (pathname, search, id) => expect(activeEntryId(nodes, pathname, search)).toBe(id));

  test("is the one that was pressed, where several lead to one address, else the first", () => {
    const twice = [...nodes, entry("again", "/event-data/5?type=4")];
    const active = (pressed?: string) => activeEntryId(twice, "/event-data/5", "?type=4", pressed);
    expect([active(), active("again"), active("speakers"), active("all")]).toEqual([
      "speakers",
      "again",
      "speakers",
      "speakers",
    ]);
  });

  test("is the one whose own page it is, though it leads elsewhere or nowhere for now", () => {
    const held = { ...entry("held", ""), state: "disabled" as const, target: undefined, page: "/event-data/5/held" };
    expect(activeEntryId([...nodes, held], "/event-data/5/held", "")).toBe("held");
  });

  test("the groups around it are opened", () => expect(groupsAround(nodes, "speakers")).toEqual(["types"]));
});

describe("error reporting", () => {
  const cases = [
    ["production", "https://dsn", true],
    ["staging", "https://dsn", false],
    ["production", "", false],
  ] as const;
  test.each(cases)("in %s with address '%s'", (environment, sentryDsn, isOn) =>
    expect(isReportingOn({ environment, sentryDsn })).toBe(isOn),
  );

  test("the resize-observer loop is ignored", () => {
    const [pattern] = options(settings).ignoreErrors;
    expect(pattern?.test("ResizeObserver loop completed with undelivered notifications.")).toBe(true);
  });

  test("nobody's data is in a report", () => {
    const event = withoutPerson({
      user: { email: "ada@demo.test" },
      request: { url: "https://x.test/a?otp=1", headers: { cookie: "a" } },
      exception: { values: [{ value: "ada@demo.test is taken" }] },
    });
    expect(event).toEqual({
      request: { url: "https://x.test/a" },
      exception: { values: [{ value: "(e-mail) is taken" }] },
    });
  });
});

describe("analytics", () => {
  const identity = { token: "cdp", appId: 1, eventId: 2, dashboardUserId: 7 };
  function tracker(more: object = {}) {
    const sent: { url: string; body: Record<string, unknown> }[] = [];
    const send = (url: string, body: string) => sent.push({ url, body: JSON.parse(body) }) > 0;
    return {
      sent,
      analytics: createAnalytics({ url: "https://a.test", token: "t", doNotTrack: false, send, ...more }),
    };
  }

  test("it is fed with token, app, event and person, once for each change", () => {
    const { analytics, sent } = tracker();
    analytics.identify(identity);
    analytics.identify({ ...identity });
    expect(sent).toEqual([{ url: "https://a.test", body: identity }]);
  });

  test.each([{ url: "" }, { doNotTrack: true }])("it is off with %o", (more) => {
    const { analytics, sent } = tracker(more);
    analytics.identify(identity);
    expect(sent).toEqual([]);
  });

  test("a sender that fails is in nobody's way", () => {
    const { analytics } = tracker({
      send: () => {
        throw new Error("blocked");
      },
    });
    expect(() => analytics.identify(identity)).not.toThrow();
  });

  test("Do Not Track and Global Privacy Control are honoured", () => {
    expect([
      asksNotToTrack({ doNotTrack: "1" }),
      asksNotToTrack({ globalPrivacyControl: true }),
      asksNotToTrack({ doNotTrack: null }),
    ]).toEqual([true, true, false]);
  });
});

describe("the registry", () => {
  const manifest = (id: string, more: Partial<Manifest> = {}): Manifest => ({
    manifestVersion: 1,
    id,
    routes: [{ id: `${id}.main`, path: `/${id}`, screen: "MyScreen", title: `${id}:title` }],
    ...more,
  });
  const screens = { MyScreen: async () => ({}) };
  const face = (id: string) => ({ id, screens });

  test("joins manifests and faces and is frozen", () => {
    const registry = buildRegistry([manifest("agenda")], [face("agenda")]);
    expect([registry.routes[0]?.area, Object.isFrozen(registry), Object.isFrozen(registry.routes)]).toEqual([
      "agenda",
      true,
      true,
    ]);
  });

  const broken: [string, () => unknown, RegExp][] = [
    ["a screen that no face offers", () => buildRegistry([manifest("agenda")], []), /"agenda".*"MyScreen".*none/],
    ["a face without a manifest", () => buildRegistry([], [face("ghost")]), /"ghost"/],
    ["two areas of one name", () => buildRegistry([manifest("a1"), manifest("a1")], [face("a1")]), /Two areas/],
    [
      "one path twice",
      () =>
        buildRegistry([manifest("a1"), manifest("a2", { routes: manifest("a1").routes })], [face("a1"), face("a2")]),
      /already taken by area "a1"/,
    ],
    [
      "a circle of requirements",
      () =>
        buildRegistry(
          [manifest("a1", { requires: ["a2"] }), manifest("a2", { requires: ["a1"] })],
          [face("a1"), face("a2")],
        ),
      /a1 → a2 → a1/,
    ],
    [
      "a requirement that is not there",
      () => buildRegistry([manifest("a1", { requires: ["a9"] })], [face("a1")]),
      /"a9"/,
    ],
  ];
  test.each(broken)("refuses %s", (_, build, sentence) => expect(build).toThrow(sentence));
});

describe("times in an event's zone", () => {
  const cases = [
    ["2026-01-31T09:00", "Europe/Berlin", "2026-01-31T08:00:00.000Z"],
    ["2026-07-01T09:00", "Europe/London", "2026-07-01T08:00:00.000Z"],
    ["2026-03-29T03:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-01-01T00:15", "Pacific/Auckland", "2025-12-31T11:15:00.000Z"],
    ["0002-05-01T10:00", "UTC", "0002-05-01T10:00:00.000Z"],
    ["0202-05-01T10:00", "Africa/Lagos", "0202-05-01T09:47:00.000Z"],
  ] as const;
  test.each(cases)("%s in %s is %s, and back", (local, zone, instant) => {
    expect(instantOf(local, zone)).toBe(instant);
    expect(localTime(instant, zone)).toBe(local);
  });

  test("an instant is found to its second", () => {
    expect(instantOf("2026-07-01T09:00:07", "Europe/Berlin")).toBe("2026-07-01T07:00:07.000Z");
  });

  test("clocks are known by every name that an export gives them, and by no other", () => {
    for (const timeZone of Intl.supportedValuesOf("timeZone"))
      for (const tag of ["en-GB", "de"])
        for (const instant of [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]) {
          const told = (language: string, timeZoneName: "short" | "longOffset") =>
            new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
              .formatToParts(instant)
              .find(({ type }) => type === "timeZoneName")?.value ?? "";
          const ahead = told("en-GB", "longOffset").slice(3) || "+00:00";
          expect([timeZone, aheadOfClocks(told(tag, "short"))]).toEqual([timeZone, ahead]);
        }
    expect(aheadOfClocks("PM")).toBeUndefined();
  });
});

test("a form counts the values that differ", () => {
  expect(countChanges({ a: "1", b: undefined, c: [1] }, { a: "2", b: "", c: [1] })).toBe(1);
  expect(countChanges({ a: [1, 2] }, { a: undefined })).toBe(1);
});

test("the form counts each own answer and each language by itself", () => {
  const before = { name: "Ada", fields: { size: "M", diet: ["vegan"], age: 3 }, labels: {} };
  const after = {
    name: "Bea",
    fields: { size: "L", diet: ["vegan", "halal"], age: 3, city: "" },
    labels: { en: "A", de: "B" },
  };
  expect(countChanges(before, after)).toBe(5);
  expect(countChanges({ fields: undefined }, { fields: { size: "M", diet: "" } })).toBe(1);
  expect(countChanges(before, structuredClone(before))).toBe(0);
});

describe("what is missing", () => {
  const page: Condition = { all: [{ accessRole: 95 }, { permission: ["things", "meetings"] }, { flag: "forms" }] };
  const facts = { accessRole: 200, permissions: { sessions: true }, flags: { forms: false } };

  test.each([
    [
      "role and permission are named, a plan is not",
      page,
      facts,
      [{ accessRole: 95 }, { permission: ["things", "meetings"] }],
    ],
    ["only what is lacking is named", page, { ...facts, accessRole: 1 }, [{ permission: ["things", "meetings"] }]],
    ["nothing is named that is not known yet", page, { accessRole: 1, flags: { forms: true } }, []],
    [
      "one of several ways is not asked for by name",
      { any: [{ accessRole: 1 }, { permission: ["things"] }] },
      facts,
      [],
    ],
    ["who may lacks nothing", page, { accessRole: 1, permissions: { things: true }, flags: { forms: true } }, []],
  ] as const)("%s", (_, access, known, expected) => {
    expect(missingFrom(access as Condition, known)).toEqual(expected);
  });
});
