// The exact part: sets of audiences, diff and explain, each against brute force over every audience of a bounded universe.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Universe } from "#schemas/audience.ts";
import { type Audience, factsOf, OTHER_FORMAT } from "#schemas/audienceVariables.ts";
import { type Condition, evaluate } from "#schemas/condition.ts";
import { readJson } from "#schemas/json.ts";
import { diffNav } from "#schemas/lint/diff.ts";
import { layoutOf, shownTo, usableBy } from "#schemas/lint/entries.ts";
import { explain } from "#schemas/lint/explain.ts";
import type { Project, Source } from "#schemas/lint/project.ts";
import type { Manifest } from "#schemas/manifest.ts";
import type { NavConfig } from "#schemas/nav.ts";
import { arrange } from "../../src/kernel/nav/arrange.ts";
import { catalogueOf } from "../../src/kernel/nav/catalogue.ts";
import { entriesOf } from "../../src/kernel/nav/view.ts";

const RUNS = { numRuns: 300 };
const roles = [95, 299, 300];
const permissions = ["things", "sessions"];
const flags = ["widgets"];
const phases = ["before", "live", "after"] as const;
const events: Audience["event"][] = [
  null,
  ...["hybrid", OTHER_FORMAT].flatMap((format) => phases.map((phase) => ({ format, phase }))),
];
const days = ["2026-01-01", "2026-06-15", "2026-07-15", "2026-08-15", "2026-12-31"];

/** Every audience that the conditions below can tell apart, and more. */
const everybody: Audience[] = roles.flatMap((accessRole) =>
  subsets(permissions).flatMap((held) =>
    subsets(flags).flatMap((on) =>
      events.flatMap((event) =>
        days.map(
          (today): Audience => ({ accessRole, permissions: held, flags: on, event, environment: "production", today }),
        ),
      ),
    ),
  ),
);

function subsets<T>(items: readonly T[]): T[][] {
  return items.reduce<T[][]>((sets, item) => [...sets, ...sets.map((set) => [...set, item])], [[]]);
}

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.subarray(permissions).map((permission) => ({ permission })),
  fc.constantFrom(95, 299).map((accessRole) => ({ accessRole })),
  fc.constantFrom(...flags).map((flag) => ({ flag })),
  fc.constant({ event: "selected" as const }),
  fc.constant({ eventFormat: "hybrid" }),
  fc.constantFrom("before" as const, "live" as const).map((eventPhase) => ({ eventPhase })),
  fc.constantFrom("2026-06-01", "2026-08-01").map((from) => ({ from })),
  fc.constantFrom("2026-06-30", "2026-09-30").map((until) => ({ until })),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie("condition").map((not) => ({ not })),
  ),
}));

const facts = (audience: Audience) => factsOf(audience, { permissions, flags });

describe("a set of audiences", () => {
  test("holds exactly those for whom the condition holds", () => {
    fc.assert(
      fc.property(condition, (wanted) => {
        const universe = new Universe([wanted]);
        const set = universe.set(wanted);
        const wrong = everybody.filter((audience) => universe.has(set, audience) !== evaluate(wanted, facts(audience)));
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });

  test("is empty exactly when nobody is in it, and its simplest audience is in it", () => {
    fc.assert(
      fc.property(condition, (wanted) => {
        const universe = new Universe([wanted]);
        const simplest = universe.simplest(universe.set(wanted));
        const anybody = everybody.some((audience) => evaluate(wanted, facts(audience)));
        expect(simplest !== undefined).toBe(anybody);
        if (simplest) expect(evaluate(wanted, facts(simplest))).toBe(true);
      }),
      RUNS,
    );
  });

  test("is described by parts that cover it and nothing else, none of which could be left out", () => {
    fc.assert(
      fc.property(condition, (wanted) => {
        const universe = new Universe([wanted]);
        const set = universe.set(wanted);
        const cubes = universe.describe(set).map((cube) => universe.ofCube(cube));
        const union = (parts: number[]) => parts.reduce((all, part) => universe.or(all, part), 0);
        expect(union(cubes)).toBe(set);
        for (const cube of cubes) expect(union(cubes.filter((other) => other !== cube))).not.toBe(set);
      }),
      RUNS,
    );
  });
});

/** A project of one area with three entries, two groups, and conditions at every level. */
interface Draft {
  access: Condition | undefined;
  own: Condition | undefined;
  group: Condition | undefined;
  item: Condition | undefined;
  enabled: Condition | undefined;
  placed: boolean[];
  hidden: string | undefined | null;
}

const maybe = fc.option(condition, { nil: undefined });
const draft: fc.Arbitrary<Draft> = fc.record({
  access: maybe,
  own: maybe,
  group: maybe,
  item: maybe,
  enabled: maybe,
  placed: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  hidden: fc.constantFrom(undefined, null, "2026-06-30"),
});

function manifestOf({ access, own }: Draft): Manifest {
  const route = (id: string) => ({
    id,
    path: `/${id.replace(".", "-")}`,
    screen: "NotesScreen",
    title: "notes:title",
    ...(access ? { access } : {}),
  });
  const entry = (id: string) => ({
    id,
    route: id,
    label: "notes:nav",
    group: "main",
    ...(own ? { visibleWhen: own } : {}),
  });
  const declared = flags.map((key) => ({ key, source: "event.active", default: false }));
  return {
    manifestVersion: 1,
    id: "notes",
    flags: declared,
    routes: ["notes.a", "notes.b", "notes.c"].map(route),
    nav: ["notes.a", "notes.b", "notes.c"].map(entry),
  };
}

function configOf({ group, item, enabled, placed, hidden }: Draft): NavConfig {
  const narrowing = {
    ...(item ? { visibleWhen: item } : {}),
    ...(enabled ? { enabledWhen: enabled, reason: "nav:main" } : {}),
  };
  const refs = ["notes.a", "notes.b", "notes.c"].filter((_, at) => placed[at]);
  const groups = [
    {
      id: "main",
      label: "nav:main",
      items: refs.slice(0, 1).map((ref) => ({ ref, ...narrowing })),
      ...(group ? { visibleWhen: group } : {}),
    },
    { id: "rest", label: "nav:rest", items: [...refs.slice(1).map((ref) => ({ ref }))] },
  ];
  const left =
    hidden === undefined
      ? {}
      : { hidden: [{ ref: "notes.a", reason: "not yet", ...(hidden ? { until: hidden } : {}) }] };
  return { schemaVersion: 1, unplaced: { policy: "append", group: placed[2] ? "rest" : "main" }, groups, ...left };
}

function sourceOf<T>(file: string, value: T): Source<T> {
  return { file, document: readJson(JSON.stringify(value)), value };
}

function projectOf(config: NavConfig, manifest: Manifest): Project {
  const area = { folder: "notes", parts: [], code: [], manifest: sourceOf("plugins/notes/plugin.json", manifest) };
  const rest = {
    texts: [],
    textRules: [],
    locales: [],
    code: [],
    withCode: false,
    today: "2026-06-15",
    faults: [],
    filesRead: 2,
    misshapen: false,
  };
  return { nav: sourceOf("nav.config.json", config), areas: [area], ...rest };
}

/** What the browser would show: ids of the entries that are there, and of those that may be used. */
function drawn(config: NavConfig, manifest: Manifest, audience: Audience): { shown: string[]; usable: string[] } {
  const context = {
    appId: 1,
    eventId: audience.event ? 1 : undefined,
    locale: "en-gb",
    oldDashboardUrl: "",
    apiDocsUrl: "",
    typeCategories: [],
  };
  const entries = entriesOf(arrange(config, catalogueOf([manifest]), facts(audience), context));
  return {
    shown: entries.map(({ id }) => id).sort(),
    usable: entries
      .filter(({ state }) => state === "enabled")
      .map(({ id }) => id)
      .sort(),
  };
}

describe("the navigation", () => {
  test("is read here as the browser draws it, for everybody", () => {
    fc.assert(
      fc.property(draft, (made) => {
        const [config, manifest] = [configOf(made), manifestOf(made)];
        const project = projectOf(config, manifest);
        const layout = layoutOf(project);
        const sets = layout.entries.map((entry) => ({
          id: entry.id,
          shown: shownTo(layout, entry),
          usable: usableBy(layout, entry),
        }));
        for (const audience of everybody) {
          const among = (of: "shown" | "usable") => sets.filter((set) => layout.universe.has(set[of], audience));
          const [shown, usable] = [among("shown"), among("usable")].map((found) => found.map(({ id }) => id).sort());
          expect({ shown, usable }).toEqual(drawn(config, manifest, audience));
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("nav diff", () => {
  test("equals the brute-force difference over every audience", () => {
    fc.assert(
      fc.property(draft, draft, (a, b) => {
        const manifest = manifestOf(a);
        const [before, after] = [configOf(a), configOf(b)];
        const { universe, differences } = diffNav(projectOf(before, manifest), projectOf(after, manifest));
        for (const audience of everybody) {
          const [was, is] = [drawn(before, manifest, audience).shown, drawn(after, manifest, audience).shown];
          const gained = differences
            .filter((one) => universe.has(one.gained, audience))
            .map(({ id }) => id)
            .sort();
          const lost = differences
            .filter((one) => universe.has(one.lost, audience))
            .map(({ id }) => id)
            .sort();
          expect({ gained, lost }).toEqual({
            gained: is.filter((id) => !was.includes(id)),
            lost: was.filter((id) => !is.includes(id)),
          });
        }
      }),
      { numRuns: 15 },
    );
  });

  test("of a config with itself is empty", () => {
    fc.assert(
      fc.property(draft, (made) => {
        const project = () => projectOf(configOf(made), manifestOf(made));
        expect(diffNav(project(), project()).differences).toEqual([]);
      }),
      RUNS,
    );
  });
});

/** How many facts two audiences differ in. */
function distance(a: Audience, b: Audience): number {
  const keys = [
    ...permissions.map((key) => a.permissions.includes(key) !== b.permissions.includes(key)),
    ...flags.map((key) => a.flags.includes(key) !== b.flags.includes(key)),
  ];
  const others = [
    a.accessRole !== b.accessRole,
    JSON.stringify(a.event) !== JSON.stringify(b.event),
    a.today !== b.today,
  ];
  return [...keys, ...others].filter(Boolean).length;
}

describe("nav explain", () => {
  test("names a change that shows the entry, and no smaller one does", () => {
    fc.assert(
      fc.property(draft, fc.constantFrom(...everybody), (made, audience) => {
        const [config, manifest] = [configOf(made), manifestOf(made)];
        const project = projectOf(config, manifest);
        const entry = layoutOf(project).entries.find(({ id }) => id === "notes.a");
        if (!entry) return;
        const { toShow } = explain(project, entry, audience);
        const seeing = everybody.filter((other) => drawn(config, manifest, other).shown.includes("notes.a"));

        expect(toShow === undefined).toBe(seeing.length === 0);
        if (!toShow) return;
        expect(toShow.length).toBe(Math.min(...seeing.map((other) => distance(audience, other))));
        const changed = applied(audience, toShow);
        expect(drawn(config, manifest, changed).shown).toContain("notes.a");
      }),
      { numRuns: 40 },
    );
  });
});

/** The audience after a change. */
function applied(audience: Audience, changes: NonNullable<ReturnType<typeof explain>["toShow"]>): Audience {
  const next = { ...audience, permissions: [...audience.permissions], flags: [...audience.flags] };
  for (const { variable, value } of changes) {
    if (variable.kind === "role") next.accessRole = variable.values[value] as number;
    else if (variable.kind === "today") next.today = variable.values[value] as string;
    else if (variable.kind === "event") next.event = variable.values[value] as Audience["event"];
    else if (variable.kind === "environment") next.environment = variable.values[value] as "production";
    else {
      const list = variable.kind === "permission" ? "permissions" : "flags";
      next[list] = value === 1 ? [...next[list], variable.key] : next[list].filter((key) => key !== variable.key);
    }
  }
  return next;
}
