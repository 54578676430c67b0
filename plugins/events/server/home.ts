// What the areas tell of an app, and in short of some of its events. One that fails does not silence the others.
import type { Change, Count } from "#schemas/overview.ts";
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import {
  type AppAccess,
  allowedEventOf,
  audience,
  type Db,
  type EventRow,
  latestOf,
  ProblemError,
  type Route,
  route,
  type TellContext,
} from "#server";
import { type EventStanding, getHome, getStandings } from "../contract.ts";

/** An event that the person may open. */
async function openable(db: Db, app: AppAccess, id: number): Promise<EventRow | undefined> {
  try {
    return await allowedEventOf(db, app, id);
  } catch (error) {
    if (error instanceof ProblemError && error.code === "not_found") return undefined;
    throw error;
  }
}

export const routes: Route[] = [
  route(getHome, async ({ app, who, query, db, dialect, now, deps, log }) => {
    const { offered } = deps;
    const { areas, hear, silent } = audience(app, offered, log);
    const context: TellContext = { app, who, db, dialect, now, locale: query.locale ?? DEFAULT_LOCALE, offered };
    const counts: Count[] = [];
    const changes: Change[] = [];
    for (const { area, ofApp } of areas) {
      const told = ofApp && (await hear(area, () => ofApp(context)));
      counts.push(...(told?.counts ?? []));
      changes.push(...(told?.changes ?? []));
    }
    const columns = areas.flatMap(({ compared = [] }) => compared);
    return { at: now.toISOString(), counts, changes: latestOf(changes), columns: [...columns], silent: [...silent] };
  }),

  route(getStandings, async ({ app, who, body, db, dialect, now, deps, log }) => {
    const { offered } = deps;
    const { areas, hear, silent } = audience(app, offered, log);
    const locale = body.locale ?? DEFAULT_LOCALE;
    const events: EventStanding[] = [];
    for (const id of body.events) {
      const event = await openable(db, app, id);
      if (!event) continue;
      const standing: EventStanding = { id, counts: [], steps: [] };
      for (const { area, ofEvent } of areas) {
        if (!ofEvent) continue;
        const asked = { app, who, db, dialect, now, locale, offered, event, brief: true };
        const told = await hear(area, () => ofEvent(asked));
        standing.counts.push(...(told?.counts ?? []));
        standing.steps.push(...(told?.steps ?? []));
      }
      events.push(standing);
    }
    return { events, silent: [...silent] };
  }),
];
