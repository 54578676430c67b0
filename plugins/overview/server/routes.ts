// Asks every area that may tell the person something; one that fails does not silence the others.
import type { Figure } from "#schemas/figure.ts";
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { audience, latestOf, type Route, route, type Told } from "#server";
import { getOverview } from "../contract.ts";

export const routes: Route[] = [
  route(getOverview, async ({ app, who, event, query, db, dialect, now, deps, log }) => {
    const { offered } = deps;
    const { locale = DEFAULT_LOCALE } = query;
    const { areas, hear, silent } = audience(app, offered, log);
    const shares: Told[] = [];
    for (const { area, ofEvent } of areas) {
      const told = ofEvent && (await hear(area, () => ofEvent({ app, who, event, db, dialect, now, locale, offered })));
      if (told) shares.push(told);
    }
    return {
      at: now.toISOString(),
      counts: shares.flatMap(({ counts = [] }) => counts),
      steps: shares.flatMap(({ steps = [] }) => steps),
      figures: figuresOf(shares),
      changes: latestOf(shares.flatMap(({ changes = [] }) => changes)),
      silent: [...silent],
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
