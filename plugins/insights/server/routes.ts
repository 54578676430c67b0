// Asks every area that may tell the person something; one that fails does not silence the others.
import type { Figure } from "#schemas/figure.ts";
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { allowedEventOf, audience, hasFeature, openEventsOf, problem, type Route, route } from "#server";
import { getInsights, MOST_EVENTS } from "../contract.ts";
import { checkSpan } from "./rules.ts";

const EVERY = 10_000_000;

export const routes: Route[] = [
  route(getInsights, async ({ app, who, query, db, dialect, now, deps, log }) => {
    if (!(await hasFeature(db, app.id, "insights"))) throw problem("insights.off");
    const { from, to, event, against, locale = DEFAULT_LOCALE } = query;
    checkSpan(from, to);
    const all = event === undefined ? await openEventsOf(db, app, EVERY) : [await allowedEventOf(db, app, event)];
    const events = all.slice(0, MOST_EVENTS);
    const isBeside = event !== undefined && against !== undefined && against !== event;
    const compared = isBeside ? [...events, await allowedEventOf(db, app, against)] : events;
    const { offered } = deps;
    const { areas, hear, silent } = audience(app, offered, log);
    const figures: Figure[] = [];
    for (const { area, overTime } of areas) {
      const asked = { app, who, events, compared, from, to, db, dialect, now, locale, offered };
      figures.push(...((overTime && (await hear(area, () => overTime(asked)))) ?? []));
    }
    const named = events.map(({ id, name }) => ({ id, name }));
    const older = all.length - events.length;
    return { from, to, events: named, ...(isBeside && { against }), older, figures, silent: [...silent] };
  }),
];
