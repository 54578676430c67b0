// Asks every area that may tell the person something; one that fails does not silence the others.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import type { Figure } from "#schemas/figure.ts";
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { allowedEventOf, hasFeature, openEventsOf, problem, type Route, route, telling } from "#server";
import { getInsights, MOST_EVENTS } from "../contract.ts";
import { checkSpan } from "./rules.ts";

const EVERY = 10_000_000;

export const routes: Route[] = [
  route(getInsights, async ({ app, who, query, db, dialect, now, deps, log }) => {
    if (!(await hasFeature(db, app.id, "insights"))) throw problem("insights.off");
    const { from, to, event, locale = DEFAULT_LOCALE } = query;
    checkSpan(from, to);
    const all = event === undefined ? await openEventsOf(db, app, EVERY) : [await allowedEventOf(db, app, event)];
    const events = all.slice(0, MOST_EVENTS);
    const facts = { accessRole: app.accessRole, permissions: app.permissions };
    const figures: Figure[] = [];
    const silent: string[] = [];
    for (const one of [...deps.offered(telling)].sort((a, b) => a.rank - b.rank)) {
      if (!one.overTime || isAllowed(accessCondition(one.access), facts) !== true) continue;
      try {
        figures.push(
          ...(await one.overTime({ app, who, events, from, to, db, dialect, now, locale, offered: deps.offered })),
        );
      } catch (error) {
        log.error({ err: error, area: one.area }, "an area could not tell over time");
        silent.push(one.area);
      }
    }
    const named = events.map(({ id, name }) => ({ id, name }));
    return { from, to, events: named, older: all.length - events.length, figures, silent };
  }),
];
