// The navigation as a pure function: arrangement + areas + facts → groups of entries, each enabled, disabled with its reason, or waiting.
// The config narrows what an area's route allows; it never widens it.
import { isAllowed } from "#schemas/access.ts";
import { type Condition, evaluate, type Facts, type Truth } from "#schemas/condition.ts";
import type { NavFact } from "#schemas/manifest.ts";
import type { NavConfig, NavGroup, NavItem, NavLink } from "#schemas/nav.ts";
import type { TypeCategory } from "#schemas/session.ts";
import { type Catalogue, entryOf } from "./catalogue.ts";
import {
  type Aim,
  aimOfEntry,
  aimOfLink,
  type LinkContext,
  type LinkVariables,
  NEEDS_EVENT,
  pageOf,
} from "./target.ts";
import type { NavEntryView, NavGroupView, NavNodeView } from "./view.ts";

export interface ArrangeContext extends LinkContext {
  /** The selected event's data types; undefined until they have arrived. */
  typeCategories: readonly TypeCategory[] | undefined;
}

interface Narrowing {
  visibleWhen?: Condition | undefined;
  enabledWhen?: Condition | undefined;
  reason?: string | undefined;
}

/** What the groups around an entry have decided already. */
interface Outer {
  shown: Truth;
  enabled: Truth;
  reason?: string | undefined;
}

const OPEN: Outer = { shown: true, enabled: true };

interface Work {
  catalogue: Catalogue;
  facts: Facts;
  context: ArrangeContext;
  hidden: ReadonlySet<string>;
}

/** Arranges the whole navigation. Groups without any visible entry are left out. */
export function arrange(
  config: NavConfig,
  catalogue: Catalogue,
  facts: Facts,
  context: ArrangeContext,
): NavGroupView[] {
  const work: Work = { catalogue, facts, context, hidden: hiddenIds(config, catalogue, facts.today) };
  return withUnplaced(config, work)
    .map((group) => groupView(group, OPEN, work))
    .filter((view) => view !== undefined);
}

/** Entries that are left out on purpose: until the last day named, or for good. */
function hiddenIds(config: NavConfig, catalogue: Catalogue, today: string | undefined): Set<string> {
  const ids = new Set<string>();
  for (const { ref, until } of config.hidden ?? []) {
    if (until && today && today > until) continue;
    ids.add(entryOf(catalogue, ref)?.id ?? ref);
  }
  return ids;
}

/** The group of what areas suggest for groups that the file does not have: each by itself would be called the same. */
const MORE = "more";

/** The groups with the entries that nobody arranged appended, where the file wants them. */
function withUnplaced(config: NavConfig, work: Work): NavGroup[] {
  if (config.unplaced?.policy !== "append") return config.groups;
  const placed = new Set<string>();
  const known = new Set<string>();
  const note = (group: NavGroup): void => {
    known.add(group.id);
    for (const item of group.items) {
      if (item.ref) placed.add(entryOf(work.catalogue, item.ref)?.id ?? item.ref);
      if (item.group) note(item.group);
    }
  };
  config.groups.forEach(note);
  const left = [...work.catalogue.entries.values()].filter(
    (entry) => !placed.has(entry.id) && !work.hidden.has(entry.id),
  );
  if (left.length === 0) return config.groups;
  const extra = new Map<string, NavItem[]>();
  for (const entry of left) {
    const home = config.unplaced.group ?? (known.has(entry.group) ? entry.group : MORE);
    extra.set(home, [...(extra.get(home) ?? []), { ref: entry.id }]);
  }
  const groups = config.groups.map((group) => withExtra(group, extra));
  const made = [...extra].map(([id, items]) => ({ id, label: "common:nav.more", icon: "more", items }));
  return [...groups, ...made];
}

/** The group with what is to come into it, and into the groups inside it; takes that out of `extra`. */
function withExtra(group: NavGroup, extra: Map<string, NavItem[]>): NavGroup {
  const items = extra.get(group.id) ?? [];
  extra.delete(group.id);
  const own = group.items.map((item) => (item.group ? { ...item, group: withExtra(item.group, extra) } : item));
  return { ...group, items: [...own, ...items] };
}

/** Adds a narrowing to what was decided outside; the outermost reason is the one that is told. */
function narrowed(outer: Outer, by: Narrowing, facts: Facts): Outer {
  if (by.visibleWhen === undefined && by.enabledWhen === undefined) return outer;
  const opens = by.enabledWhen === undefined ? true : evaluate(by.enabledWhen, facts);
  const reason = outer.reason ?? (opens === false ? (by.reason ?? defaultReason(by.enabledWhen)) : undefined);
  return { shown: both(outer.shown, evaluate(by.visibleWhen, facts)), enabled: both(outer.enabled, opens), reason };
}

function groupView(group: NavGroup, outer: Outer, work: Work): NavGroupView | undefined {
  const inside = narrowed(outer, group, work.facts);
  if (inside.shown === false) return undefined;
  const children: NavNodeView[] = [];
  for (const item of group.items) children.push(...itemViews(item, inside, work));
  if (children.length === 0) return undefined;
  return { kind: "group", id: group.id, label: group.label, icon: group.icon, children };
}

function itemViews(item: NavItem, outer: Outer, work: Work): readonly NavNodeView[] {
  const inside = narrowed(outer, item, work.facts);
  if (inside.shown === false) return NONE;
  if (item.group) return listed(groupView(item.group, inside, work));
  if (item.link) return listed(linkView(item.link, inside, work));
  const entry = item.ref ? entryOf(work.catalogue, item.ref) : undefined;
  if (!entry || work.hidden.has(entry.id)) return NONE;
  return entry.each ? eachViews(entry, inside, work) : listed(entryView(entry, inside, work, {}));
}

const NONE: readonly NavNodeView[] = [];

function listed(view: NavNodeView | undefined): readonly NavNodeView[] {
  return view ? [view] : NONE;
}

function linkView(link: NavLink, outer: Outer, work: Work): NavEntryView | undefined {
  const route = link.route ? work.catalogue.routes.get(link.route) : undefined;
  const access = both(isAllowed(link.access, work.facts), isAllowed(route?.access, work.facts));
  const view: NavEntryView = { kind: "entry", id: link.id, label: link.label, icon: link.icon, state: "enabled" };
  const page = () => pageOf(route, work.context, {});
  return judged(view, access, outer, () => aimOfLink(link, route, work.context), page);
}

function entryView(
  entry: NavFact,
  outer: Outer,
  work: Work,
  variables: LinkVariables,
  text?: string,
): NavEntryView | undefined {
  const route = work.catalogue.routes.get(entry.route);
  const id = variables.typeId === undefined ? entry.id : `${entry.id}:${variables.typeId}`;
  const view: NavEntryView = { kind: "entry", id, label: entry.label, text, icon: entry.icon, state: "enabled" };
  const inside = narrowed(outer, entry, work.facts);
  return judged(
    view,
    isAllowed(route?.access, work.facts),
    inside,
    () => aimOfEntry(entry, route, work.context, variables),
    () => pageOf(route, work.context, variables, entry.query),
  );
}

/** One entry for each data type of the event; one disabled entry while no event is selected. */
function eachViews(entry: NavFact, outer: Outer, work: Work): readonly NavEntryView[] {
  const { typeCategories, eventId } = work.context;
  const category = entry.each?.category;
  if (eventId === undefined || !typeCategories) {
    const view = entryView(entry, outer, work, { typeId: 0, categoryId: category ?? 0 });
    if (!view) return [];
    const held = { ...view, id: entry.id, target: undefined, page: undefined };
    if (eventId !== undefined) return [{ ...held, state: "waiting" }];
    return [{ ...held, state: "disabled", reason: held.reason ?? NEEDS_EVENT }];
  }
  const wanted = typeCategories.filter((one) => category === undefined || one.id === category);
  return wanted
    .flatMap((one) =>
      one.types.map((type) => entryView(entry, outer, work, { typeId: type.id, categoryId: one.id }, type.type)),
    )
    .filter((view) => view !== undefined);
}

/** Hiding comes before disabling; waiting before both where a fact is missing. */
function judged(
  view: NavEntryView,
  access: Truth,
  outer: Outer,
  findAim: () => Aim,
  findPage: () => string | undefined,
): NavEntryView | undefined {
  const shown = both(access, outer.shown);
  if (shown === false) return undefined;
  const aim = findAim();
  // Where it leads is known before whether it may be followed: the groups around the open page are open from the beginning.
  const target = "target" in aim ? aim.target : undefined;
  if (shown === undefined || outer.enabled === undefined) return { ...view, state: "waiting", target };
  const routeId = "routeId" in aim ? aim.routeId : undefined;
  if (outer.enabled === false) return { ...view, routeId, page: findPage(), state: "disabled", reason: outer.reason };
  if ("reason" in aim) return { ...view, page: findPage(), state: "disabled", reason: aim.reason };
  if (aim.target.kind !== "route") return { ...view, routeId, page: findPage(), target: aim.target };
  return { ...view, routeId, target: aim.target };
}

function both(one: Truth, other: Truth): Truth {
  if (one === false || other === false) return false;
  return one === undefined || other === undefined ? undefined : true;
}

function defaultReason(condition: Condition | undefined): string {
  return condition && "event" in condition ? NEEDS_EVENT : "common:nav.unavailable";
}
