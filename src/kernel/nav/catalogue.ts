// The areas' routes and entries by id, made once from the manifests.
import type { ActionFact, Manifest, NavFact, RouteFact } from "#schemas/manifest.ts";

export interface Catalogue {
  routes: ReadonlyMap<string, RouteFact>;
  entries: ReadonlyMap<string, NavFact>;
  actions: readonly ActionFact[];
  /** Ids that were renamed, old to new. */
  formerIds: ReadonlyMap<string, string>;
}

export function catalogueOf(manifests: readonly Manifest[]): Catalogue {
  return {
    routes: new Map(manifests.flatMap((one) => (one.routes ?? []).map((route) => [route.id, route] as const))),
    entries: new Map(manifests.flatMap((one) => (one.nav ?? []).map((entry) => [entry.id, entry] as const))),
    actions: manifests.flatMap((one) => one.actions ?? []),
    formerIds: new Map(manifests.flatMap((one) => Object.entries(one.formerIds ?? {}))),
  };
}

/** An entry by its id of today or of former days, of which there may be several. */
export function entryOf(catalogue: Catalogue, id: string, left = 9): NavFact | undefined {
  const { entries, formerIds } = catalogue;
  return entries.get(id) ?? (left ? entryOf(catalogue, formerIds.get(id) ?? "", left - 1) : undefined);
}
