// Asks every area that may tell the person something; one that fails does not silence the others.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import type { Share } from "#schemas/overview.ts";
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { type AppAccess, type Route, route, type Telling, telling } from "#server";
import { getOverview } from "../contract.ts";

const mayHear = (app: AppAccess, { access }: Telling) =>
  isAllowed(accessCondition(access), { accessRole: app.accessRole, permissions: app.permissions }) === true;

export const routes: Route[] = [
  route(getOverview, async ({ app, who, event, query, db, dialect, now, deps, log }) => {
    const { offered } = deps;
    const { locale = DEFAULT_LOCALE } = query;
    const shares: Partial<Share>[] = [];
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
      figures: shares.flatMap(({ figures = [] }) => figures),
      changes: shares.flatMap(({ changes = [] }) => changes),
      silent,
    };
  }),
];
