// One small mistake at a time in a sound project: nav lint tells every one; and it has nothing to say about 200 sound arrangements.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as sayer from "#schemas/lint/misshapen.ts";
import { navRules } from "#schemas/lint/nav.ts";
import { lint } from "#schemas/lint/rule.ts";
import { loadProject } from "#schemas/node.ts";

const root = join(import.meta.dirname, "..", "..");
const icons = {
  has: (name: string) =>
    existsSync(join(root, "node_modules/@blueprintjs/icons/lib/esm/generated/16px/paths", `${name}.js`)),
  all: () => [],
};
let project = "";
let sound: Json;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "lanyard-mutants-"));
  cpSync(join(root, "locales"), join(project, "locales"), { recursive: true });
  for (const area of readdirSync(join(root, "plugins")).filter((name) =>
    existsSync(join(root, "plugins", name, "plugin.json")),
  )) {
    mkdirSync(join(project, "plugins", area), { recursive: true });
    for (const part of ["plugin.json", "locales"])
      cpSync(join(root, "plugins", area, part), join(project, "plugins", area, part), { recursive: true });
  }
  rmSync(join(project, "plugins", "_template"), { recursive: true, force: true });
  sound = JSON.parse(readFileSync(join(root, "nav.config.json"), "utf8"));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

// biome-ignore lint/suspicious/noExplicitAny: mutants break the shape on purpose
type Json = any;

/** What lint says about a config (and a changed manifest) that it does not say about the sound one. */
function told(config: string, area?: { name: string; manifest: string }): string[] {
  const file = area && join(project, "plugins", area.name, "plugin.json");
  const before = file && readFileSync(file, "utf8");
  if (file) writeFileSync(file, area.manifest);
  const loaded = { ...loadProject(project, { configText: config, today: "2026-06-15", sayer }), icons };
  if (file) writeFileSync(file, before ?? "");
  return lint(loaded, navRules).map(
    ({ rule, file: where, message }) => `${rule} ${where} ${message.replace(/:\d+:\d+/g, "")}`,
  );
}

const text = (value: unknown) => JSON.stringify(value, null, 2);
const group = (config: Json, id: string) => config.groups.find((one: Json) => one.id === id);
const item = (config: Json, ref: string) =>
  config.groups.flatMap((one: Json) => one.items).find((one: Json) => one.ref === ref);

/** Mistakes in the config: each changes the value, or its text. */
const mistakes: Record<string, (config: Json) => string | undefined> = {
  "a misspelt ref": (config) => void (item(config, "agenda.nav").ref = "agenda.nva"),
  "a ref of a route instead of an entry": (config) => void (item(config, "agenda.nav").ref = "agenda.main"),
  "an entry listed twice": (config) => void group(config, "events").items.push({ ref: "agenda.nav" }),
  "an entry left out": (config) => void group(config, "event-details").items.splice(4, 1),
  "an entry both placed and hidden": (config) =>
    void (config.hidden = [{ ref: "agenda.nav", reason: "waits for the launch" }]),
  "a misspelt hidden ref": (config) => void (config.hidden = [{ ref: "agneda.nav", reason: "waits for the launch" }]),
  "a hidden entry without a reason": (config) => void (config.hidden = [{ ref: "agenda.nav" }]),
  "a hidden entry with an empty reason": (config) => void (config.hidden = [{ ref: "agenda.nav", reason: "TODO" }]),
  "a hidden entry whose day is past": (config) =>
    void (config.hidden = [{ ref: "agenda.nav", reason: "waits for the launch", until: "2026-01-01" }]),
  "a day that does not exist": (config) =>
    void (config.hidden = [{ ref: "agenda.nav", reason: "waits for the launch", until: "2026-13-01" }]),
  "a group of a name that is taken": (config) => void (group(config, "events").id = "event-details"),
  "an empty group": (config) => void config.groups.push({ id: "void", label: "nav:events", items: [] }),
  "a misspelt icon": (config) => void (group(config, "events").icon = "calender"),
  "a label without a text": (config) => void (group(config, "events").label = "nav:evnets"),
  "a label of an unknown namespace": (config) => void (group(config, "events").label = "nva:events"),
  "a label that is no key": (config) => void (group(config, "events").label = "Events"),
  "a group without a label": (config) => void delete group(config, "events").label,
  "a group without an id": (config) => void delete group(config, "events").id,
  "an id in capitals": (config) => void (group(config, "events").id = "Events"),
  "a misspelt key of a group": (config) => void (group(config, "events").lable = "nav:events"),
  "a misspelt key of an item": (config) => void (item(config, "agenda.nav").visibelWhen = { flag: "widgets" }),
  "a misspelt key at the top": (config) => void (config.hiden = []),
  "an item that is nothing": (config) => void group(config, "events").items.push({}),
  "an item that is two things": (config) =>
    void (item(config, "agenda.nav").link = { id: "x.link", kind: "legacy", path: "/a", label: "nav:events" }),
  "an unknown flag": (config) => void (item(config, "agenda.nav").visibleWhen = { flag: "widgetz" }),
  "an unknown permission": (config) => void (item(config, "agenda.nav").visibleWhen = { permission: ["session"] }),
  "an unknown event format": (config) =>
    void (item(config, "agenda.nav").visibleWhen = { not: { eventFormat: "hub" } }),
  "an unknown event phase": (config) => void (item(config, "agenda.nav").visibleWhen = { eventPhase: "during" }),
  "an unknown environment": (config) => void (item(config, "agenda.nav").visibleWhen = { environment: "prod" }),
  "an unknown operator": (config) => void (item(config, "agenda.nav").visibleWhen = { role: 299 }),
  "two operators in one condition": (config) =>
    void (item(config, "agenda.nav").visibleWhen = { flag: "widgets", accessRole: 95 }),
  "a condition without an operator": (config) => void (item(config, "agenda.nav").visibleWhen = {}),
  "an empty all": (config) => void (item(config, "agenda.nav").visibleWhen = { all: [] }),
  "a role as text": (config) => void (item(config, "agenda.nav").visibleWhen = { accessRole: "299" }),
  "a role turned round": (config) => void (item(config, "agenda.nav").visibleWhen = { not: { accessRole: 95 } }),
  "a contradiction": (config) =>
    void (item(config, "agenda.nav").visibleWhen = { all: [{ flag: "widgets" }, { not: { flag: "widgets" } }] }),
  "a contradiction with the route": (config) =>
    void (item(config, "agenda.nav").visibleWhen = { not: { permission: ["sessions"] } }),
  "a condition that always holds": (config) =>
    void (item(config, "agenda.nav").visibleWhen = { any: [{ flag: "widgets" }, { not: { flag: "widgets" } }] }),
  "days in the wrong order": (config) =>
    void (item(config, "agenda.nav").visibleWhen = { all: [{ from: "2027-02-01" }, { until: "2027-01-01" }] }),
  "days that are all past": (config) => void (item(config, "agenda.nav").visibleWhen = { until: "2026-01-01" }),
  "a group stricter than its entries": (config) =>
    void (group(config, "event-details").visibleWhen = { accessRole: 95 }),
  "what can be disabled without a reason": (config) =>
    void (item(config, "agenda.nav").enabledWhen = { not: { eventPhase: "after" } }),
  "what is always disabled": (config) => void (item(config, "agenda.nav").visibleWhen = { not: { event: "selected" } }),
  "a reason without a text": (config) => void (item(config, "agenda.nav").reason = "nav:noSuchReason"),
  "a link with an unknown variable": (config) =>
    void group(config, "events").items.push({
      link: { id: "x.link", kind: "legacy", path: "/{appID}/a", label: "nav:events" },
    }),
  "a link with an unclosed brace": (config) =>
    void group(config, "events").items.push({
      link: { id: "x.link", kind: "legacy", path: "/{appId/a", label: "nav:events" },
    }),
  "a link with an unknown route": (config) =>
    void group(config, "events").items.push({
      link: { id: "x.link", kind: "legacy", path: "/a", route: "agenda.mian", label: "nav:events" },
    }),
  "a link of an unknown kind": (config) =>
    void group(config, "events").items.push({ link: { id: "x.link", kind: "old", path: "/a", label: "nav:events" } }),
  "a link over http": (config) =>
    void group(config, "events").items.push({
      link: { id: "x.link", kind: "external", path: "http://a.example", label: "nav:events" },
    }),
  "a link that lets in more than its route": (config) =>
    void group(config, "events").items.push({
      link: {
        id: "x.link",
        kind: "legacy",
        path: "/a",
        route: "agenda.main",
        label: "nav:events",
        access: { accessRole: 300 },
      },
    }),
  "an unknown policy": (config) => void (config.unplaced.policy = "error"),
  "another version": (config) => void (config.schemaVersion = 2),
  "no version": (config) => void delete config.schemaVersion,
  "groups that are no list": (config) => void (config.groups = {}),
  "a comma too many": (config) => text(config).replace(/\}\n\s*\]/, "},\n]"),
  "a comma too few": (config) => text(config).replace("},", "}"),
  "a key that stands twice": (config) => text(config).replace('"label"', '"label": "nav:events", "label"'),
  "a comment": (config) => `// navigation\n${text(config)}`,
  "a bracket that is not closed": (config) => text(config).slice(0, -1),
};

/** Mistakes in a manifest. */
const manifestMistakes: Record<string, (manifest: Json) => void> = {
  "an entry with a misspelt route": (manifest) => (manifest.nav[0].route = "agenda.mian"),
  "an entry with a misspelt icon": (manifest) => (manifest.nav[0].icon = "calender"),
  "an entry whose id was renamed": (manifest) => (manifest.nav[0].id = "agenda.plan"),
  "a route with an unknown flag": (manifest) => manifest.routes[0].access.all.push({ flag: "noSuchFlag" }),
  "a route with an unknown permission": (manifest) => manifest.routes[0].access.all.push({ permission: ["session"] }),
  "a route that nobody may open": (manifest) => manifest.routes[0].access.all.push({ not: { accessRole: 299 } }),
  "a route with its role turned round": (manifest) =>
    (manifest.routes[0].access = { all: [{ not: { accessRole: 95 } }, { permission: ["sessions"] }] }),
  "a title without a text": (manifest) => (manifest.routes[0].title = "agenda:noSuchTitle"),
  "a misspelt key": (manifest) => (manifest.nva = []),
  "a screen that is not called one": (manifest) => (manifest.routes[0].screen = "Agenda"),
};

describe("a mistake is told", () => {
  test("the sound navigation has none", () => {
    expect(told(text(sound)).filter((line) => !line.startsWith("nav/unplaced"))).toEqual([]);
  });

  test("there are at least 40 kinds of them", () => {
    expect(Object.keys(mistakes).length + Object.keys(manifestMistakes).length).toBeGreaterThanOrEqual(40);
  });

  test.each(Object.keys(mistakes))("%s", (name) => {
    const config = structuredClone(sound);
    const mutant = mistakes[name]?.(config) ?? text(config);
    const known = new Set(told(text(sound)));

    expect(mutant).not.toBe(text(sound));
    expect(told(mutant).filter((line) => !known.has(line))).not.toEqual([]);
  });

  test.each(Object.keys(manifestMistakes))("%s in a manifest", (name) => {
    const manifest = JSON.parse(readFileSync(join(project, "plugins/agenda/plugin.json"), "utf8"));
    manifestMistakes[name]?.(manifest);
    const known = new Set(told(text(sound)));

    expect(
      told(text(sound), { name: "agenda", manifest: text(manifest) }).filter((line) => !known.has(line)),
    ).not.toEqual([]);
  });
});

/** Another sound arrangement: other order, groups inside groups, links, narrower conditions, days to come. */
const arrangement = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  nested: fc.boolean(),
  link: fc.boolean(),
  role: fc.constantFrom(undefined, 299, 95, 90, 3),
  until: fc.constantFrom(undefined, "2027-01-31", "2026-06-15"),
  hidden: fc.boolean(),
  phase: fc.constantFrom(undefined, "before", "live", "after"),
});

function shuffled<T>(items: T[], seed: number): T[] {
  let state = seed;
  return items
    .map((one) => {
      state = (state * 48_271) % 2_147_483_647;
      return { one, at: state };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

test("no false alarm on 200 sound arrangements", () => {
  fc.assert(
    fc.property(arrangement, ({ seed, nested, link, role, until, hidden, phase }) => {
      const config = structuredClone(sound);
      config.groups = shuffled(config.groups, seed);
      for (const one of config.groups) one.items = shuffled(one.items, seed);
      const agenda = item(config, "agenda.nav");
      const parts = [
        ...(role ? [{ accessRole: role }] : []),
        ...(until ? [{ until }] : []),
        ...(phase ? [{ eventPhase: phase }] : []),
      ];
      if (parts.length > 0) agenda.visibleWhen = { all: parts };
      if (link)
        group(config, "events").items.push({
          link: { id: "x.link", kind: "legacy", path: "/{appId}/{eventId}/a", label: "nav:events" },
          enabledWhen: { event: "selected" },
        });
      if (hidden) {
        for (const one of config.groups) one.items = one.items.filter((entry: Json) => entry.ref !== "teams.nav");
        config.hidden = [{ ref: "teams.nav", reason: "waits for the launch", until: "2026-12-31" }];
        config.groups = config.groups.filter((one: Json) => one.items.length > 0);
      }
      if (nested) config.groups.push({ id: "outer", label: "nav:events", items: [{ group: config.groups.shift() }] });

      expect(told(text(config)).filter((line) => !line.startsWith("nav/unplaced"))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
