// The navigation of the product as it stands in nav.config.json and the manifests, against the table of the specification.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { manifests } from "#project";
import { evaluate, type Facts } from "#schemas/condition.ts";
import type { NavConfig } from "#schemas/nav.ts";
import { PERMISSION_KEYS } from "#schemas/scalars.ts";
import { actionsFor } from "../../src/kernel/nav/actions.ts";
import { type ArrangeContext, arrange } from "../../src/kernel/nav/arrange.ts";
import { catalogueOf } from "../../src/kernel/nav/catalogue.ts";
import { entriesOf, type NavEntryView } from "../../src/kernel/nav/view.ts";

const config = JSON.parse(readFileSync(join(import.meta.dirname, "../../nav.config.json"), "utf8")) as NavConfig;
const catalogue = catalogueOf(manifests);

const flags = {
  nativeIntegrations: true,
  widgets: true,
  hostedBuyer: true,
  insights: true,
  customText: true,
  broadcastPush: true,
};
const everyPermission = Object.fromEntries(PERMISSION_KEYS.map((key) => [key, true]));
const everything: Facts = {
  accessRole: 1,
  permissions: everyPermission,
  flags,
  event: { format: "in_person", phase: "before" },
  environment: "production",
  today: "2026-06-15",
};
const context: ArrangeContext = {
  appId: 1,
  eventId: 5,
  locale: "en-gb",
  oldDashboardUrl: "https://old.test",
  apiDocsUrl: "",
  typeCategories: [{ id: 1, name: "Participants", types: [{ id: 3, type: "Visitor", type_category_id: 1 }] }],
};

function entry(id: string, facts: Partial<Facts> = {}, more: Partial<ArrangeContext> = {}): NavEntryView | undefined {
  const groups = arrange(config, catalogue, { ...everything, ...facts }, { ...context, ...more });
  return entriesOf(groups).find((one) => one.id === id || one.id.startsWith(`${id}:`));
}

const nobody = Object.fromEntries(PERMISSION_KEYS.map((key) => [key, false]));

/** Entry, its permission keys (at least one is needed), the weakest role that sees it, and whether it needs an event. */
const TABLE: [string, string[], number | undefined, boolean][] = [
  ["events.nav", ["containers"], undefined, false],
  ["integrations.nav", ["plugins"], 94, true],
  ["setup.nav", ["containers"], 299, true],
  ["branding.nav", ["containers"], 299, true],
  ["data-types-permissions.nav", ["containers"], 299, true],
  ["agenda.nav", ["sessions"], 299, true],
  ["navigation.nav", ["containers"], 299, true],
  ["widgets.nav", ["extensions"], 299, true],
  ["homepage.nav", ["home_feed"], 299, true],
  ["video-library.nav", ["video_library"], 299, true],
  ["custom-fields.nav", ["things"], 95, true],
  ["history.nav", ["containers"], 1, true],
  ["relationships.nav", ["relationships"], undefined, true],
  ["custom-groups.nav", ["things"], undefined, true],
  ["must-meet.settings", ["hosted_buyer"], undefined, true],
  ["must-meet.preferences", ["hosted_buyer"], undefined, true],
  ["must-meet.scoring", ["hosted_buyer"], undefined, true],
  ["event-data.all", ["things"], 299, true],
  ["event-data.participants", ["things"], 299, true],
  ["event-data.companies", ["things"], 299, true],
  ["event-data.items", ["things"], 299, true],
  ["event-data.participant-types", ["things"], 299, true],
  ["networking.meetings-list", ["meetings"], undefined, true],
  ["networking.meetings-locations", ["meetings"], undefined, true],
  ["networking.feedback", ["answers"], undefined, true],
  ["networking.recommendations", ["meetings", "connections"], undefined, true],
  ["networking.connections", ["connections"], undefined, true],
  ["engagement.emails", ["emails"], undefined, true],
  ["engagement.notifications-hard", ["notifications"], undefined, true],
  ["engagement.notifications-soft", ["notifications"], undefined, true],
  ["teams.nav", ["teams"], undefined, true],
  ["tiered-lead-retrieval.nav", ["teams"], undefined, true],
  ["insights.nav", [], 299, false],
  ["api-tokens.nav", ["user_management"], undefined, false],
  ["admin-access.nav", ["user_management"], undefined, false],
  ["data-types.nav", ["create_type"], 2, false],
  ["app-configuration.nav", ["user_management"], 3, false],
  ["customize-text.nav", ["extensions"], 3, false],
  ["mobile-app-setup.nav", ["extensions"], 3, false],
  ["global-management.nav", ["containers"], 299, false],
  ["multi-event-fields.nav", ["things"], 3, false],
  ["app-management.nav", ["containers"], 2, false],
  ["special-actions.nav", ["things"], 2, false],
  ["api-documentation.nav", [], undefined, false],
];

describe.each(TABLE)("%s", (id, permissions, threshold, needsEvent) => {
  test("is there for whoever may use it", () => {
    expect(entry(id)?.state).toBe("enabled");
  });

  test("shows with any one of its permission keys, and with none of them not", () => {
    for (const key of permissions) expect(entry(id, { permissions: { ...nobody, [key]: true } })).toBeDefined();
    expect(entry(id, { permissions: nobody }) === undefined).toBe(permissions.length > 0);
  });

  test("shows up to its role's threshold and not beyond", () => {
    expect(entry(id, { accessRole: threshold ?? 9999 })).toBeDefined();
    if (threshold !== undefined) expect(entry(id, { accessRole: threshold + 1 })).toBeUndefined();
  });

  test("is disabled until an event is selected, if it needs one", () => {
    const view = entry(id, { event: null }, { eventId: undefined, typeCategories: undefined });
    expect(view?.state).toBe(needsEvent ? "disabled" : "enabled");
    if (needsEvent) expect(view?.reason).toMatch(/needsEvent$/);
  });
});

describe("features", () => {
  const hidden: [string, string][] = [
    ["integrations.nav", "nativeIntegrations"],
    ["widgets.nav", "widgets"],
    ["must-meet.settings", "hostedBuyer"],
    ["must-meet.scoring", "hostedBuyer"],
    ["insights.nav", "insights"],
  ];
  test.each(hidden)("%s is hidden unless %s is on", (id, flag) => {
    expect(entry(id, { flags: { ...flags, [flag]: false } })).toBeUndefined();
  });

  test("customize text is disabled with its reason unless the plan allows it", () => {
    const view = entry("customize-text.nav", { flags: { ...flags, customText: false } });
    expect([view?.state, view?.reason]).toEqual(["disabled", expect.stringContaining("customize-text:")]);
  });

  test("must-meet entries are disabled for events of the format engagement_hub", () => {
    const event = { format: "engagement_hub", phase: "live" as const };
    for (const id of ["must-meet.settings", "must-meet.preferences", "must-meet.scoring"]) {
      expect(entry(id, { event })?.state).toBe("disabled");
    }
  });

  test("notifications are a group of two where broadcast push is supported, else one link to the old dashboard", () => {
    const without = { flags: { ...flags, broadcastPush: false } };
    expect(entry("engagement.notifications")).toBeUndefined();
    expect(entry("engagement.notifications-hard", without)).toBeUndefined();
    expect(entry("engagement.notifications", without)?.target?.kind).toBe("legacy");
  });
});

const OLD = [
  "relationships.nav",
  "custom-groups.nav",
  "must-meet.settings",
  "must-meet.preferences",
  "event-data.all",
  "networking.feedback",
  "engagement.notifications-soft",
  "teams.nav",
  "global-management.nav",
  "special-actions.nav",
];
test.each(OLD)("%s leads to the old dashboard where there is one", (id) => {
  expect(entry(id)?.target).toMatchObject({ kind: "legacy", href: expect.stringMatching(/^https:\/\/old\.test\/1\//) });
});

test("every entry of every area has its place in the arrangement", () => {
  const placed = JSON.stringify(config);
  const left = [...catalogue.entries.keys()].filter((id) => !placed.includes(`"${id}"`));
  expect(left).toEqual([]);
});

describe("what the areas offer to do", () => {
  const offered = (facts: Partial<Facts> = {}, more: Partial<ArrangeContext> = {}) =>
    actionsFor(catalogue, (access) => evaluate(access, { ...everything, ...facts }) === true, {
      ...context,
      oldDashboardUrl: "",
      ...more,
    });
  const ids = (...given: Parameters<typeof offered>) => offered(...given).map(({ id }) => id);

  test("every action has the address that begins it", () => {
    expect(ids()).toEqual(catalogue.actions.map(({ id }) => id));
    expect(offered().find(({ id }) => id === "event-data.add-company")?.href).toBe("/event-data/5/category/2?open=new");
  });

  test("a setting has the address of its field, and the page's title", () => {
    expect(offered().find(({ id }) => id === "setup.set-timezone")).toMatchObject({
      kind: "setting",
      href: "/event-details/5/setup?field=timezone",
      title: "setup:title",
    });
  });

  test("what belongs to an event is offered while one is selected", () => {
    expect(ids({}, { eventId: undefined })).toContain("events.create");
    expect(ids({}, { eventId: undefined })).not.toContain("agenda.add");
  });

  test("a role that may only read is offered nothing that writes, nor anybody what their permissions lack", () => {
    for (const written of ["agenda.add", "event-data.add-participant"]) {
      expect(ids({ accessRole: 95 })).toContain(written);
      expect(ids({ accessRole: 299 })).not.toContain(written);
    }
    // What is one's own asks for nothing.
    expect(ids({ permissions: nobody })).toEqual(["account.devices", "account.factor"]);
  });

  test("where an entry leads to the old dashboard, its work is offered there alone", () => {
    const old = ids({}, { oldDashboardUrl: "https://old.test" });
    expect(old).not.toContain("custom-groups.add");
    expect(old).toContain("agenda.add");
  });
});
