// Where an entry leads: variables filled, and the choice between our page, the old dashboard and the outside (INTERFACES §2).
import { type ActionFact, type NavFact, PLANNED_SCREEN, type RouteFact } from "#schemas/manifest.ts";
import type { NavLink } from "#schemas/nav.ts";
import type { NavTarget } from "./view.ts";

/** What addresses are filled with. */
export interface LinkContext {
  appId: number | undefined;
  /** Undefined when none is selected. */
  eventId: number | undefined;
  locale: string;
  oldDashboardUrl: string;
  apiDocsUrl: string;
}

/** Of an entry that became one link for each data type. */
export interface LinkVariables {
  typeId?: number | undefined;
  categoryId?: number | undefined;
}

/** A target, or the key of the sentence that says why there is none. */
export type Aim = { target: NavTarget; routeId?: string | undefined } | { reason: string };

/** The address of an entry's own page, wherever the entry leads; undefined while it cannot be filled. */
export function pageOf(
  route: RouteFact | undefined,
  context: LinkContext,
  variables: LinkVariables,
  query?: string,
): string | undefined {
  const aim = route && routeAim(route, context, variables, query);
  return aim && "target" in aim ? aim.target.href : undefined;
}

export const NEEDS_EVENT = "common:nav.needsEvent";
export const NEEDS_APP = "common:nav.needsApp";
export const NOT_YET = "common:nav.notYet";

/** Where an area's entry leads. */
export function aimOfEntry(
  entry: NavFact,
  route: RouteFact | undefined,
  context: LinkContext,
  variables: LinkVariables,
): Aim {
  if (entry.external === "apiDocs" && context.apiDocsUrl) {
    return { target: { kind: "external", href: context.apiDocsUrl }, routeId: entry.route };
  }
  if (entry.legacy && context.oldDashboardUrl) return legacyAim(entry.legacy, context, variables);
  if (!route || (entry.legacy && route.screen === PLANNED_SCREEN)) return { reason: NOT_YET };
  return routeAim(route, context, variables, entry.query);
}

/** Where a link of the config leads. */
export function aimOfLink(link: NavLink, route: RouteFact | undefined, context: LinkContext): Aim {
  if (link.kind === "external") {
    const href = filled(link.path, context, {});
    return "reason" in href ? href : { target: { kind: "external", href: href.text } };
  }
  if (context.oldDashboardUrl) return legacyAim(link.path, context, {});
  return route && route.screen !== PLANNED_SCREEN ? routeAim(route, context, {}, undefined) : { reason: NOT_YET };
}

/** Where an area's action leads. */
export function aimOfAction(action: ActionFact, route: RouteFact | undefined, context: LinkContext): Aim {
  return route ? routeAim(route, context, {}, action.query) : { reason: NOT_YET };
}

function legacyAim(path: string, context: LinkContext, variables: LinkVariables): Aim {
  const href = filled(path, context, variables);
  if ("reason" in href) return href;
  return { target: { kind: "legacy", href: `${context.oldDashboardUrl.replace(/\/+$/, "")}${href.text}` } };
}

function routeAim(route: RouteFact, context: LinkContext, variables: LinkVariables, query: string | undefined): Aim {
  const path = filled(route.path.replace(/:(\w+)\??/g, "{$1}").replace(/\/\*$/, ""), context, variables);
  if ("reason" in path) return path;
  const search = query ? filled(query, context, variables) : { text: "" };
  if ("reason" in search) return search;
  const href = search.text ? `${path.text}?${search.text}` : path.text;
  return { target: { kind: "route", href }, routeId: route.id };
}

function filled(
  template: string,
  context: LinkContext,
  variables: LinkVariables,
): { text: string } | { reason: string } {
  let reason: string | undefined;
  const values: Record<string, string | number | undefined> = { ...variables };
  values.appId = context.appId;
  values.eventId = context.eventId;
  values.locale = context.locale;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) reason ??= name === "appId" ? NEEDS_APP : NEEDS_EVENT;
    return encodeURIComponent(String(value ?? ""));
  });
  return reason ? { reason } : { text };
}
