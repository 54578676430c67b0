// The navigation as a pure function: arrangement + areas + facts → groups of entries, each enabled, disabled with its reason, or waiting.
// The config narrows what an area's route allows; it never widens it.
import { isAllowed } from "#schemas/access.ts";
import { type Condition, evaluate, type Facts, type Truth } from "#schemas/condition.ts";
import type { NavFact } from "#schemas/manifest.ts";
import type { NavConfig, NavGroup, NavItem, NavLink } from "#schemas/nav.ts";
import type { TypeCategory } from "#schemas/session.ts";
import { type Catalogue, entryOf } from "./catalogue.ts";
import { type Aim, aimOfEntry, aimOfLink, type LinkContext, type LinkVariables, NEEDS_EVENT } from "./target.ts";
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

interface Work {
  catalogue: Catalogue;
  facts: Facts;
  context: ArrangeContext;
  hidden: ReadonlySet<string>;
}

/** Arranges the whole navigation. Groups without any visible entry are left out. */
export function arrange(config: NavConfig, catalogue: Catalogue, facts: Facts, context: ArrangeContext): NavGroupView[] {
  const work: Work = { catalogue, facts, context, hidden: hiddenIds(config, catalogue, facts.today) };
  return withUnplaced(config, work)
    .map((group) => groupView(group, [], work))
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

/** The groups with the entries that nobody arranged appended, where the file wants them. */
function withUnplaced(config: NavConfig, work: Work): NavGroup[] {
  if (config.unplaced?.policy !== "append") return config.groups;
  const placed = new Set<string>();
  const note = (items: readonly NavItem[]): void => {
    for (const item of items) {
      if (item.ref) placed.add(entryOf(work.catalogue, item.ref)?.id ?? item.ref);
      if (item.group) note(item.group.items);
    }
  };
  for (const group of config.groups) note(group.items);
  const left = [...work.catalogue.entries.values()].filter((entry) => !placed.has(entry.id) && !work.hidden.has(entry.id));
  if (left.length === 0) return config.groups;
  const extra = new Map<string, NavItem[]>();
  for (const entry of left) {
    const home = config.unplaced.group ?? entry.group;
    extra.set(home, [...(extra.get(home) ?? []), { ref: entry.id }]);
  }
  const groups = config.groups.map((group) => {
    const items = extra.get(group.id);
    extra.delete(group.id);
    return items ? { ...group, items: [...group.items, ...items] } : group;
  });
  const made = [...extra].map(([id, items]) => ({ id, label: "common:nav.more", icon: "more", items }));
  return [...groups, ...made];
}

function groupView(group: NavGroup, outer: readonly Narrowing[], work: Work): NavGroupView | undefined {
  const narrowings = [...outer, group];
  const children = group.items.flatMap((item) => itemViews(item, narrowings, work));
  if (children.length === 0) return undefined;
  return { kind: "group", id: group.id, label: group.label, icon: group.icon, children };
}

function itemViews(item: NavItem, outer: readonly Narrowing[], work: Work): NavNodeView[] {
  const narrowings = [...outer, item];
  if (item.group) {
    const view = groupView(item.group, narrowings, work);
    return view ? [view] : [];
  }
  if (item.link) {
    const view = linkView(item.link, narrowings, work);
    return view ? [view] : [];
  }
  const entry = item.ref ? entryOf(work.catalogue, item.ref) : undefined;
  if (!entry || work.hidden.has(entry.id)) return [];
  return entry.each ? eachViews(entry, narrowings, work) : entryViews(entry, narrowings, work, {});
}

function linkView(link: NavLink, narrowings: readonly Narrowing[], work: Work): NavEntryView | undefined {
  const route = link.route ? work.catalogue.routes.get(link.route) : undefined;
  const access = [link.access, route?.access];
  const aim = aimOfLink(link, route, work.context);
  return judged({ kind: "entry", id: link.id, label: link.label, icon: link.icon, state: "enabled" }, access, narrowings, aim, work.facts);
}

function entryViews(
  entry: NavFact,
  narrowings: readonly Narrowing[],
  work: Work,
  variables: LinkVariables,
  text?: string,
): NavEntryView[] {
  const route = work.catalogue.routes.get(entry.route);
  const id = variables.typeId === undefined ? entry.id : `${entry.id}:${variables.typeId}`;
  const aim = aimOfEntry(entry, route, work.context, variables);
  const view: NavEntryView = { kind: "entry", id, label: entry.label, text, icon: entry.icon, state: "enabled" };
  const made = judged(view, [route?.access], [...narrowings, entry], aim, work.facts);
  return made ? [made] : [];
}

/** One entry for each data type of the event; one disabled entry while no event is selected. */
function eachViews(entry: NavFact, narrowings: readonly Narrowing[], work: Work): NavEntryView[] {
  const { typeCategories, eventId } = work.context;
  const category = entry.each?.category;
  if (eventId === undefined || !typeCategories) {
    const [view] = entryViews(entry, narrowings, work, { typeId: 0, categoryId: category ?? 0 });
    if (!view) return [];
    const held = { ...view, id: entry.id, target: undefined };
    if (eventId !== undefined) return [{ ...held, state: "waiting" }];
    return [{ ...held, state: "disabled", reason: held.reason ?? NEEDS_EVENT }];
  }
  const wanted = typeCategories.filter((one) => category === undefined || one.id === category);
  return wanted.flatMap((one) =>
    one.types.flatMap((type) => entryViews(entry, narrowings, work, { typeId: type.id, categoryId: one.id }, type.type)),
  );
}

/** Hiding comes before disabling; waiting before both where a fact is missing. */
function judged(
  view: NavEntryView,
  access: readonly (Condition | undefined)[],
  narrowings: readonly Narrowing[],
  aim: Aim,
  facts: Facts,
): NavEntryView | undefined {
  const shown = allOf([
    ...access.map((condition) => isAllowed(condition, facts)),
    ...narrowings.map((one) => evaluate(one.visibleWhen, facts)),
  ]);
  if (shown === false) return undefined;
  if (shown === undefined) return { ...view, state: "waiting" };
  const routeId = "routeId" in aim ? aim.routeId : undefined;
  const closed = narrowings.find((one) => evaluate(one.enabledWhen, facts) === false);
  if (closed) return { ...view, routeId, state: "disabled", reason: closed.reason ?? defaultReason(closed.enabledWhen) };
  if (allOf(narrowings.map((one) => evaluate(one.enabledWhen, facts))) === undefined) return { ...view, state: "waiting" };
  if ("reason" in aim) return { ...view, state: "disabled", reason: aim.reason };
  return { ...view, routeId, target: aim.target };
}

function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

function defaultReason(condition: Condition | undefined): string {
  return condition && "event" in condition ? NEEDS_EVENT : "common:nav.unavailable";
}
