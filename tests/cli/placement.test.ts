// What lint accepts, the browser draws as lint reads it: both are run over the same odd configurations.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Audience, factsOf } from "#schemas/audienceVariables.ts";
import { layoutOf, shownTo, usableBy } from "#schemas/lint/entries.ts";
import * as sayer from "#schemas/lint/misshapen.ts";
import { navRules } from "#schemas/lint/nav.ts";
import { lint } from "#schemas/lint/rule.ts";
import type { Manifest } from "#schemas/manifest.ts";
import type { NavConfig, NavGroup, NavItem, NavLink } from "#schemas/nav.ts";
import { loadProject } from "#schemas/node.ts";
import { arrange } from "../../src/kernel/nav/arrange.ts";
import { catalogueOf } from "../../src/kernel/nav/catalogue.ts";
import type { NavNodeView } from "../../src/kernel/nav/view.ts";
import { folder } from "../support/lanyard.ts";

const TODAY = "2026-06-15";
const oldDashboardUrl = "https://old.test";
let root = "";
let manifest: Manifest;

beforeAll(() => {
  root = folder();
  const file = join(root, "plugins", "notes", "plugin.json");
  const read = JSON.parse(readFileSync(file, "utf8"));
  const [route, entry] = [read.routes[0], read.nav[0]];
  read.routes.push({ id: "notes.all", path: "/notes", screen: "NotesScreen", title: "notes:title", access: {} });
  read.routes[1].access = { permission: ["things"] };
  read.nav.push({ id: "notes.all", route: "notes.all", label: "notes:nav", group: "inner" });
  read.nav.push({ ...entry, id: "notes.own", group: "nowhere" });
  read.formerIds = { "notes.former": "notes.nav" };
  expect(route.id).toBe("notes.main");
  manifest = read;
  writeFileSync(file, JSON.stringify(read));
});

const audiences: Audience[] = [null, { format: "hybrid", phase: "live" } as const].map((event) => ({
  accessRole: 1,
  permissions: ["things"],
  flags: ["widgets"],
  event,
  environment: "production",
  today: TODAY,
}));

/** One line an entry, in the order of the words: where it stands, and whether it may be used. */
type Said = string[];

function asLintReads(config: NavConfig, audience: Audience): Said | "refused" {
  const project = loadProject(root, { configText: JSON.stringify(config), today: TODAY, sayer });
  if (lint(project, navRules).some((draft) => draft.severity === "error")) return "refused";
  const layout = layoutOf(project);
  return layout.entries
    .filter((entry) => layout.universe.has(shownTo(layout, entry), audience))
    .map((entry) => {
      const isUsable = layout.universe.has(usableBy(layout, entry), audience);
      return `${[...entry.groups, entry.id].join(" › ")} ${isUsable ? "enabled" : "disabled"}`;
    })
    .sort();
}

function asDrawn(config: NavConfig, audience: Audience): Said {
  const context = {
    appId: 1,
    eventId: audience.event ? 5 : undefined,
    locale: "en-gb",
    oldDashboardUrl,
    apiDocsUrl: "",
    typeCategories: [],
  };
  const facts = factsOf(audience, { permissions: ["things"], flags: ["widgets"] });
  const lines = (nodes: readonly NavNodeView[], path: string[]): string[] =>
    nodes.flatMap((node) =>
      node.kind === "group"
        ? lines(node.children, [...path, node.id])
        : [`${[...path, node.id].join(" › ")} ${node.state}`],
    );
  return lines(arrange(config, catalogueOf([manifest]), facts, context), []).sort();
}

const inner: NavGroup = { id: "inner", label: "nav:main", items: [{ ref: "notes.nav" }] };
const nested = (more: Partial<NavConfig> = {}, items: NavItem[] = []): NavConfig => ({
  schemaVersion: 1,
  groups: [{ id: "main", label: "nav:main", items: [{ group: inner }, ...items] }],
  ...more,
});
const link = (more: Partial<NavLink> = {}): NavItem => ({
  link: { id: "notes.link", kind: "legacy", path: "/{appId}/groups", label: "nav:main", ...more },
});

describe("what nobody placed", () => {
  const cases: [string, NavConfig["unplaced"], string[]][] = [
    [
      "comes last in the nested group that the config names",
      { policy: "append", group: "inner" },
      ["main › inner › notes.all", "main › inner › notes.nav", "main › inner › notes.own"],
    ],
    [
      "comes into the nested group that its area suggests, or into the one that is made for what has none",
      { policy: "append" },
      ["main › inner › notes.all", "main › inner › notes.nav", "more › notes.own"],
    ],
    [
      "comes into a group that is made for it",
      { policy: "append", group: "rest" },
      ["main › inner › notes.nav", "rest › notes.all", "rest › notes.own"],
    ],
  ];
  test.each(cases)("%s", (_, unplaced, places) => {
    const config = nested({ unplaced });

    const drawn = asDrawn(config, audiences[1] as Audience);

    expect(drawn.map((line) => line.replace(" enabled", ""))).toEqual(places);
    expect(asLintReads(config, audiences[1] as Audience)).toEqual(drawn);
  });
});

describe("lint refuses what the browser could not draw as it is written", () => {
  const cases: [string, NavItem][] = [
    ["a link that is called like an entry", link({ id: "notes.all" })],
    ["a link whose data type nobody can fill", link({ path: "/{appId}/things?type={typeId}" })],
    ["a link to the old dashboard with an address of the outside", link({ path: "https://elsewhere.test/" })],
    ["a link to the outside with a path of the old dashboard", link({ kind: "external" })],
  ];
  test.each(cases)("%s", (_, item) => {
    expect(asLintReads(nested({}, [item]), audiences[0] as Audience)).toBe("refused");
  });
});

const ids = fc.constantFrom("main", "inner", "third", "rest", "nowhere");
const refs = fc.constantFrom("notes.nav", "notes.all", "notes.own", "notes.link", "notes.former", "notes.none");
const narrowing = fc.constantFrom({}, {}, { visibleWhen: { flag: "widgets" } }, { enabledWhen: { event: "selected" } });
const anyLink = fc.record({
  id: fc.constantFrom("notes.link", "notes.other", "notes.all"),
  kind: fc.constantFrom("legacy" as const, "external" as const),
  path: fc.constantFrom(
    "/{appId}/a",
    "/{appId}/{eventId}/a",
    "/{typeId}",
    "https://a.test/",
    "https://a.test/{eventId}",
  ),
  // A native page that asks for more than the old one counts where there is no old dashboard.
  route: fc.constantFrom(undefined, "notes.all"),
});
const { group } = fc.letrec<{ group: NavGroup; item: NavItem }>((tie) => ({
  group: fc
    .record({ id: ids, items: fc.array(tie("item"), { maxLength: 3 }), more: narrowing })
    .map(({ more, ...rest }) => ({ ...rest, label: "nav:main", ...more }) as NavGroup),
  item: fc.oneof(
    { maxDepth: 3 },
    fc.record({ ref: refs, more: narrowing }).map(({ ref, more }) => ({ ref, ...more }) as NavItem),
    fc.record({ link: anyLink, more: narrowing }).map(({ link: { route, ...made }, more }) => {
      return { link: { ...made, label: "nav:main", ...(route ? { route } : {}) }, ...more } as NavItem;
    }),
    fc.record({ group: tie("group"), more: narrowing }).map(({ group: made, more }) => {
      return { group: made, ...more } as NavItem;
    }),
  ),
}));
const anyConfig: fc.Arbitrary<NavConfig> = fc
  .record({
    groups: fc.array(group, { minLength: 1, maxLength: 3 }),
    policy: fc.constantFrom(undefined, "append" as const, "hide" as const),
    home: fc.option(ids, { nil: undefined }),
    hidden: fc.option(refs, { nil: undefined }),
    until: fc.constantFrom(undefined, "2026-12-31"),
  })
  .map(({ groups, policy, home, hidden, until }) => ({
    schemaVersion: 1 as const,
    groups,
    ...(policy ? { unplaced: { policy, ...(home ? { group: home } : {}) } } : {}),
    ...(hidden ? { hidden: [{ ref: hidden, reason: "later on", ...(until ? { until } : {}) }] } : {}),
  }));

test("whatever lint accepts is drawn where lint reads it, and may be used by whom lint says", () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyConfig, (config) => {
      for (const audience of audiences) {
        const read = asLintReads(config, audience);
        if (read === "refused") return;
        accepted += 1;
        expect(asDrawn(config, audience)).toEqual(read);
      }
    }),
    { numRuns: 200 },
  );
  expect(accepted).toBeGreaterThan(10);
});
