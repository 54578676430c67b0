// The figures of the span on the screen, with the texts that their words need.
import { type Instance, types } from "mobx-state-tree";
import { currentLocale, env, loadTexts, tracked, tracking, wait } from "#web";
import { getInsights, type Insights } from "../contract.ts";
import type { Span } from "./span.ts";

export const InsightsStore = types
  .model("Insights", {
    /** The event that the figures are of; none where they are of the latest ones. */
    event: types.maybe(types.integer),
    insights: types.maybe(types.frozen<Insights>()),
  })
  .volatile(() => ({ loading: tracking() }))
  .views((self) => ({
    /** Of this event, or of the latest ones, and no other; the days may still be those of before. */
    of({ event }: Pick<Span, "event">): Insights | undefined {
      return self.event === event ? self.insights : undefined;
    },
  }))
  .actions((self) => ({
    /** Asks for a span; what is known of the same event stays on the screen until the answer has come. */
    list: tracked(self, "loading", function* (span: Span) {
      const insights = yield* wait(env(self).api.call(getInsights, { query: { ...span, locale: currentLocale() } }));
      // A figure's id begins with its area, whose texts it speaks.
      const areas = new Set(insights.figures.map(({ id }) => id.split(".")[0] ?? ""));
      yield* wait(Promise.all([...areas].map(loadTexts)));
      self.event = span.event;
      self.insights = insights;
      return insights;
    }),
  }));

export interface InsightsStoreInstance extends Instance<typeof InsightsStore> {}
