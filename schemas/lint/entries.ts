// The navigation read as a list of entries, each with every clause that decides about it and the place where it is written.
import { type AudienceSet, EVERYBODY, Universe } from "../audience.ts";
import type { Condition } from "../condition.ts";
import type { Manifest, NavFact, RouteFact } from "../manifest.ts";
import type { NavConfig, NavGroup, NavItem, NavLink } from "../nav.ts";
import { ROLES } from "../scalars.ts";
import type { Area, Project, Source } from "./project.ts";

/** Where a value stands: a file and a JSON pointer in it. */
export interface At {
  source: Source<unknown>;
  pointer: string;
}

/** One condition that decides about an entry. */
export interface Clause extends At {
  effect: "shows" | "enables";
  /** Whose clause it is, for a sentence: "the route", "the entry", "the group Must meet". */
  of: string;
  condition: Condition;
}

/** One link of the side navigation, wherever its facts are written. */
export interface Entry {
  id: string;
  label: string;
  icon?: string | undefined;
  area?: Area;
  fact?: NavFact;
  link?: NavLink;
  route?: RouteFact | undefined;
  /** Ids of the groups it stands in, outermost first; empty when nobody placed it. */
  groups: string[];
  /** Its place among its siblings, from 0. */
  position: number;
  clauses: Clause[];
  /** Set when the config leaves it out on purpose, or its policy does. */
  left?: At & { why: string };
  at: At;
}

/** A group of the config, with the place where it is written. */
export interface Group extends At {
  group: NavGroup;
  parents: string[];
  clauses: Clause[];
}

/** Everything that the rules about the navigation share. */
export interface Layout {
  entries: Entry[];
  groups: Group[];
  /** By id: every nav fact and every route of the areas. */
  facts: Map<string, { fact: NavFact; area: Area; at: At }>;
  routes: Map<string, { route: RouteFact; area: Area; at: At }>;
  /** How often each entry is named in the config, and where. */
  named: Map<string, At[]>;
  /** What the config hides on purpose, by present id. */
  hidden: Map<string, At & { reason: string; until?: string | undefined }>;
  former: Map<string, string>;
  universe: Universe;
}

const known = new WeakMap<Project, Layout>();

/** The layout of a project, worked out once. */
export function layoutOf(project: Project): Layout {
  let layout = known.get(project);
  if (!layout) {
    layout = workOut(project);
    known.set(project, layout);
  }
  return layout;
}

/** The id of a role that is named, or given by its id. */
export function roleId(role: string | number): number | undefined {
  return typeof role === "number" ? role : ROLES.find((named) => named.name === role)?.id;
}

/** Conditions that let a universe tell exactly this role id. */
export function exactly(id: number | undefined): Condition[] {
  return id === undefined ? [] : [{ accessRole: id }, { accessRole: id - 1 }];
}

/** Those who see an entry. */
export function shownTo(layout: Layout, entry: Pick<Entry, "clauses" | "left">): AudienceSet {
  return entry.left
    ? 0
    : intersection(
        layout.universe,
        entry.clauses.filter((clause) => clause.effect === "shows"),
      );
}

/** Those who see an entry and may use it. */
export function usableBy(layout: Layout, entry: Pick<Entry, "clauses" | "left">): AudienceSet {
  return entry.left ? 0 : intersection(layout.universe, entry.clauses);
}

export function intersection(universe: Universe, clauses: readonly Clause[]): AudienceSet {
  return clauses.reduce((set, clause) => universe.and(set, universe.set(clause.condition)), EVERYBODY);
}

function workOut(project: Project): Layout {
  const layout = {
    entries: [],
    groups: [],
    facts: new Map(),
    routes: new Map(),
    named: new Map(),
    hidden: new Map(),
    former: new Map(),
  } as unknown as Layout;
  for (const area of project.areas) gatherArea(layout, area);
  layout.former = formerIds(project);
  if (project.nav) gatherNav(layout, project.nav);
  gatherUnplaced(layout, project);
  const exact = (project.expect?.value.promises ?? []).flatMap(({ role }) =>
    exactly(role === undefined ? undefined : roleId(role)),
  );
  layout.universe = new Universe([...allConditions(project, layout), ...exact]);
  return layout;
}

/** Every condition of a project, written or implied. */
export function allConditions(project: Project, layout: Pick<Layout, "entries">): Condition[] {
  const implied = layout.entries.flatMap((entry) => entry.clauses.map((clause) => clause.condition));
  return [...conditionsOf(project).map((found) => found.condition), ...implied];
}

function gatherArea(layout: Layout, area: Area): void {
  const source = area.manifest;
  source?.value.routes?.forEach((route, at) => {
    if (!layout.routes.has(route.id))
      layout.routes.set(route.id, { route, area, at: { source, pointer: `/routes/${at}` } });
  });
  source?.value.nav?.forEach((fact, at) => {
    if (!layout.facts.has(fact.id)) layout.facts.set(fact.id, { fact, area, at: { source, pointer: `/nav/${at}` } });
  });
}

function gatherNav(layout: Layout, source: Source<NavConfig>): void {
  source.value.hidden?.forEach((hidden, at) => {
    const { ref, reason, until } = hidden;
    name(layout, ref, { source, pointer: `/hidden/${at}/ref` });
    layout.hidden.set(presentId(layout, ref), { source, pointer: `/hidden/${at}`, reason, until });
  });
  source.value.groups.forEach((group, at) => gatherGroup(layout, source, group, `/groups/${at}`, [], []));
}

function gatherGroup(
  layout: Layout,
  source: Source<NavConfig>,
  group: NavGroup,
  pointer: string,
  parents: string[],
  above: Clause[],
): void {
  const clauses = [...above, ...narrowing(source, group, pointer, `the group ${group.id}`)];
  layout.groups.push({ group, parents, source, pointer, clauses });
  const path = [...parents, group.id];
  group.items.forEach((item, at) => {
    const here = `${pointer}/items/${at}`;
    const own = [...clauses, ...narrowing(source, item, here, "the config")];
    if (item.group) gatherGroup(layout, source, item.group, `${here}/group`, path, own);
    else gatherItem(layout, source, item, here, path, at, own);
  });
}

function gatherItem(
  layout: Layout,
  source: Source<NavConfig>,
  item: NavItem,
  pointer: string,
  groups: string[],
  position: number,
  clauses: Clause[],
): void {
  if (item.link) {
    const link = item.link;
    const route = link.route === undefined ? undefined : layout.routes.get(link.route);
    const access: Clause[] = link.access
      ? [{ source, pointer: `${pointer}/link/access`, effect: "shows", of: "the link", condition: link.access }]
      : [];
    const opens = (clause: Clause) => clause.effect === "shows" || link.kind === "legacy";
    const needs: Clause[] = link.path.includes("{eventId}")
      ? [
          {
            source,
            pointer: `${pointer}/link/path`,
            effect: "enables",
            of: "the link",
            condition: { event: "selected" },
          },
        ]
      : [];
    const all = [...routeClauses(route).filter(opens), ...access, ...needs, ...clauses];
    const at = { source, pointer: `${pointer}/link` };
    name(layout, link.id, { source, pointer: `${pointer}/link/id` });
    layout.entries.push({
      id: link.id,
      label: link.label,
      icon: link.icon,
      link,
      route: route?.route,
      groups,
      position,
      clauses: all,
      at,
    });
    return;
  }
  if (item.ref === undefined) return;
  name(layout, item.ref, { source, pointer: `${pointer}/ref` });
  const id = presentId(layout, item.ref);
  const entry = entryOf(layout, id, groups, position, [...clauses, ...hiding(layout, id)], {
    source,
    pointer: `${pointer}/ref`,
  });
  if (entry) layout.entries.push(entry);
}

function entryOf(
  layout: Layout,
  id: string,
  groups: string[],
  position: number,
  clauses: Clause[],
  at: At,
): Entry | undefined {
  const found = layout.facts.get(id);
  if (!found) return undefined;
  const { fact, area } = found;
  const route = layout.routes.get(fact.route);
  const own = narrowing(found.at.source, fact, found.at.pointer, "the entry");
  return {
    id,
    label: fact.label,
    icon: fact.icon,
    area,
    fact,
    route: route?.route,
    groups,
    position,
    clauses: [...routeClauses(route), ...own, ...clauses],
    at,
  };
}

/** Entries that stand nowhere: hidden on purpose, or left to the policy of `unplaced`. */
function gatherUnplaced(layout: Layout, project: Project): void {
  if (!project.nav) return;
  const placed = new Set(layout.entries.map((entry) => entry.id));
  const { policy, group } = project.nav.value.unplaced ?? {};
  for (const [id, { fact, at }] of layout.facts) {
    if (placed.has(id)) continue;
    const isKnown = layout.groups.some((one) => one.group.id === fact.group);
    // As the browser arranges it.
    const home = group ?? (isKnown ? fact.group : "more");
    const around = layout.groups.find((one) => one.group.id === home);
    const above = around?.clauses ?? [];
    const entry = entryOf(layout, id, [...(around?.parents ?? []), home], 0, [...above, ...hiding(layout, id)], at);
    if (!entry) continue;
    if (policy !== "append")
      entry.left = { source: project.nav, pointer: "", why: "nobody placed it, and `unplaced` does not append" };
    layout.entries.push(entry);
  }
}

/** Hidden until a day is a condition like any other; hidden for good holds for nobody. */
function hiding(layout: Layout, id: string): Clause[] {
  const found = layout.hidden.get(id);
  if (!found) return [];
  const { source, pointer, until } = found;
  const never: Condition = { not: { permission: [] } };
  return [
    { source, pointer, effect: "shows", of: `hidden (${found.reason})`, condition: until ? { not: { until } } : never },
  ];
}

function presentId(layout: Layout, id: string): string {
  return layout.facts.has(id) ? id : (layout.former.get(id) ?? id);
}

function name(layout: Layout, id: string, at: At): void {
  const before = layout.named.get(id);
  if (before) before.push(at);
  else layout.named.set(id, [at]);
}

/** What a route asks for, and the event that its address needs. */
function routeClauses(found: { route: RouteFact; at: At } | undefined): Clause[] {
  if (!found) return [];
  const { source, pointer } = found.at;
  const { id, access, path } = found.route;
  const of = `the route ${id}`;
  const clauses: Clause[] = [];
  if (access) clauses.push({ source, pointer: `${pointer}/access`, effect: "shows", of, condition: access });
  if (!path.includes(":eventId")) return clauses;
  return [...clauses, { source, pointer: `${pointer}/path`, effect: "enables", of, condition: { event: "selected" } }];
}

interface Narrowing {
  visibleWhen?: Condition;
  enabledWhen?: Condition;
}

function narrowing(source: Source<unknown>, value: Narrowing, pointer: string, of: string): Clause[] {
  const clauses: Clause[] = [];
  if (value.visibleWhen)
    clauses.push({ source, pointer: `${pointer}/visibleWhen`, effect: "shows", of, condition: value.visibleWhen });
  if (value.enabledWhen)
    clauses.push({ source, pointer: `${pointer}/enabledWhen`, effect: "enables", of, condition: value.enabledWhen });
  return clauses;
}

/** Every condition of a project, where it is written, outermost ones only. */
export function conditionsOf(project: Project): (At & { condition: Condition })[] {
  const found: (At & { condition: Condition })[] = [];
  const add = (source: Source<unknown>, pointer: string, condition: Condition | undefined) => {
    if (condition) found.push({ source, pointer, condition });
  };
  const both = (source: Source<unknown>, pointer: string, value: Narrowing) => {
    add(source, `${pointer}/visibleWhen`, value.visibleWhen);
    add(source, `${pointer}/enabledWhen`, value.enabledWhen);
  };
  const visit = (source: Source<NavConfig>, group: NavGroup, pointer: string) => {
    both(source, pointer, group);
    group.items.forEach((item, at) => {
      both(source, `${pointer}/items/${at}`, item);
      add(source, `${pointer}/items/${at}/link/access`, item.link?.access);
      if (item.group) visit(source, item.group, `${pointer}/items/${at}/group`);
    });
  };
  const nav = project.nav;
  nav?.value.groups.forEach((group, at) => visit(nav, group, `/groups/${at}`));
  for (const manifest of manifestsOf(project)) {
    manifest.value.routes?.forEach((route, at) => add(manifest, `/routes/${at}/access`, route.access));
    manifest.value.nav?.forEach((fact, at) => both(manifest, `/nav/${at}`, fact));
    manifest.value.actions?.forEach((action, at) => add(manifest, `/actions/${at}/access`, action.access));
  }
  const expect = project.expect;
  expect?.value.promises.forEach((promise, at) => add(expect, `/promises/${at}/when`, promise.when));
  return found;
}

/** A condition and all conditions inside it, each with its pointer. */
export function partsOf(condition: Condition, pointer: string): { condition: Condition; pointer: string }[] {
  const here = [{ condition, pointer }];
  if ("all" in condition)
    return here.concat(condition.all.flatMap((part, at) => partsOf(part, `${pointer}/all/${at}`)));
  if ("any" in condition)
    return here.concat(condition.any.flatMap((part, at) => partsOf(part, `${pointer}/any/${at}`)));
  if ("not" in condition) return here.concat(partsOf(condition.not, `${pointer}/not`));
  return here;
}

/** Old id → new id, from every manifest; a chain of renames is followed to its end. */
export function formerIds(project: Project): Map<string, string> {
  const direct = new Map(manifestsOf(project).flatMap((manifest) => Object.entries(manifest.value.formerIds ?? {})));
  return new Map(
    [...direct].map(([old, next]) => {
      let id = next;
      for (let steps = 0; direct.has(id) && steps < direct.size; steps += 1) id = direct.get(id) as string;
      return [old, id];
    }),
  );
}

/** The manifests that could be read. */
export function manifestsOf(project: Project): Source<Manifest>[] {
  return project.areas.flatMap((area) => (area.manifest ? [area.manifest] : []));
}
