// What the areas tell of the event on the screen, with the texts that their words need.
import { type Instance, types } from "mobx-state-tree";
import { currentLocale, env, loadTexts, namespacesIn, tracked, tracking, wait } from "#web";
import { getOverview, type Overview } from "../contract.ts";

export const OverviewStore = types
  .model("Overview", {
    eventId: types.maybe(types.integer),
    overview: types.maybe(types.frozen<Overview>()),
  })
  .volatile(() => ({ loading: tracking() }))
  .views((self) => ({
    /** Of this event and no other. */
    of(eventId: number): Overview | undefined {
      return self.eventId === eventId ? self.overview : undefined;
    },
  }))
  .actions((self) => ({
    /** Asks again each time; what is known stays on the screen until the answer has come. */
    list: tracked(self, "loading", function* (eventId: number) {
      const overview = yield* wait(
        env(self).api.call(getOverview, { params: { eventId }, query: { locale: currentLocale() } }),
      );
      yield* wait(Promise.all(namespacesIn(overview).map(loadTexts)));
      self.eventId = eventId;
      self.overview = overview;
      return overview;
    }),
  }));

export interface OverviewStoreInstance extends Instance<typeof OverviewStore> {}
