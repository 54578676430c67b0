// Asks every area that may tell the person something; one that fails does not silence the others.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import type { Figure } from "#schemas/figure.ts";
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { type AppAccess, type Route, route, type Telling, type Told, telling } from "#server";
import { getOverview } from "../contract.ts";

const mayHear = (app: AppAccess, { access }: Telling) =>
  isAllowed(accessCondition(access), { accessRole: app.accessRole, permissions: app.permissions }) === true;

export const routes: Route[] = [
  route(getOverview, async ({ app, who, event, query, db, dialect, now, deps, log }) => {
    const { offered } = deps;
    const { locale = DEFAULT_LOCALE } = query;
    const shares: Told[] = [];
    const silent: string[] = [];
    const all = [...offered(telling)].sort((a, b) => a.rank - b.rank);
    for (const one of all) {
      if (!one.ofEvent || !mayHear(app, one)) continue;
      try {
        shares.push(await one.ofEvent({ app, who, event, db, dialect, now, locale, offered }));
      } catch (error) {
        log.error({ err: error, area: one.area }, "an area could not tell of the event");
        silent.push(one.area);
      }
    }
    return {
      at: now.toISOString(),
      counts: shares.flatMap(({ counts = [] }) => counts),
      steps: shares.flatMap(({ steps = [] }) => steps),
      figures: figuresOf(shares),
      changes: shares.flatMap(({ changes = [] }) => changes),
      silent,
    };
  }),
];

/** Each once: a figure that tells more than another stands in its place. */
function figuresOf(shares: readonly Told[]): Figure[] {
  const all = shares.flatMap(({ figures = [] }) => figures);
  const named = new Map(all.map((figure) => [figure.id, figure]));
  const instead = new Map(
    shares.flatMap((share) => Object.entries(share.instead ?? {})).filter(([id]) => named.has(id)),
  );
  const moved = new Set(instead.values());
  return all.filter(({ id }) => !moved.has(id)).map((figure) => named.get(instead.get(figure.id) ?? "") ?? figure);
}
