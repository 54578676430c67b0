// What the areas tell of the app, and of some of its events in short, with the texts that their words need.
import { type Instance, types } from "mobx-state-tree";
import { currentLocale, env, loadTexts, namespacesIn, tracked, tracking, wait } from "#web";
import { type EventStanding, getHome, getStandings, type Home, MAY_HEAR, STANDINGS_AT_ONCE } from "../contract.ts";

/** What was told of events of an app, and which areas said nothing. */
interface Near {
  appId: number | undefined;
  events: readonly EventStanding[];
  silent: readonly string[];
}

export const HomeStore = types
  .model("Home", {
    home: types.maybe(types.frozen<Home>()),
    /** Of the events of an app that are next. */
    near: types.maybe(types.frozen<Near>()),
    appId: types.maybe(types.integer),
  })
  .volatile(() => ({ loading: tracking(), nearing: tracking() }))
  .views((self) => ({
    get mayHear(): boolean {
      return env(self).session.isAllowed(MAY_HEAR) === true;
    },
    /** Of this app and no other. */
    of(appId: number | undefined): Home | undefined {
      return self.appId === appId ? self.home : undefined;
    },
  }))
  .views((self) => ({
    nearOf(appId: number | undefined): Near | undefined {
      return self.near?.appId === appId ? self.near : undefined;
    },
  }))
  .actions((self) => ({
    /** Of as many events as are named, some at a time; `signal` ends it. */
    async standings(ids: readonly number[], signal?: AbortSignal) {
      const events: EventStanding[] = [];
      const silent = new Set<string>();
      for (let at = 0; at < ids.length; at += STANDINGS_AT_ONCE) {
        const body = { events: ids.slice(at, at + STANDINGS_AT_ONCE), locale: currentLocale() };
        const answer = await env(self).api.call(getStandings, { body, signal });
        events.push(...answer.events);
        for (const area of answer.silent) silent.add(area);
      }
      return { events, silent: [...silent] };
    },
  }))
  .actions((self) => ({
    /** Asks again each time; what is known of the app stays on the screen until the answer has come. */
    list: tracked(self, "loading", function* (appId: number) {
      const home = yield* wait(env(self).api.call(getHome, { query: { locale: currentLocale() } }));
      yield* wait(Promise.all(namespacesIn(home).map(loadTexts)));
      self.appId = appId;
      self.home = home;
    }),
    listNear: tracked(self, "nearing", function* (ids: readonly number[]) {
      const { appId } = env(self).session;
      const { events, silent } = yield* wait(self.standings(ids));
      yield* wait(Promise.all(namespacesIn(events).map(loadTexts)));
      self.near = { appId, events, silent };
    }),
  }));

export interface HomeStoreInstance extends Instance<typeof HomeStore> {}
