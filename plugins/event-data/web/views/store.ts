// Saved views of the list that is open, and the one with which it opens.
import { type Instance, types } from "mobx-state-tree";
import {
  chooseThingView,
  createThingView,
  listThingViews,
  removeThingView,
  saveThingView,
  type ThingView,
  type ThingViews,
} from "#schemas/thingViews.ts";
import { env, learnIfStale, tracked, tracking, wait } from "#web";

export type ViewDraft = Pick<ThingView, "name" | "shared" | "query">;

/** How a list of an event is told from all others. */
const nameOf = (eventId: number, list: string) => `${eventId}/${list}`;

export const ViewsStore = types
  .model("ThingViews", {
    kept: types.maybe(types.frozen<ThingViews>()),
    /** Which event and list the views are of. */
    of: "",
  })
  .volatile(() => ({ listing: tracking(), saving: tracking() }))
  .views((self) => ({
    get all(): readonly ThingView[] {
      return self.kept?.views ?? [];
    },
    /** The view with which the list opens, once the views are there. */
    get chosen(): ThingView | undefined {
      return self.kept?.views.find(({ id }) => id === self.kept?.chosen);
    },
    /** The revision that a view has now, also where somebody else's came with a refusal. */
    revOf(id: number): number | undefined {
      return self.kept?.views.find((view) => view.id === id)?.rev;
    },
    /** Whether what is kept is of a list. */
    isOf(eventId: number, list: string): boolean {
      return self.of === nameOf(eventId, list);
    },
    get canShare(): boolean {
      return self.kept?.canShare ?? false;
    },
  }))
  .actions((self) => ({
    /** What was wrong with the last save has been told, or no longer matters. */
    forget() {
      self.saving.problem = undefined;
    },
    put(kept: ThingViews | undefined, of = self.of) {
      self.kept = kept;
      self.of = of;
    },
    /** One view new, changed or gone of a list; by then somebody may have gone on to another. */
    replace(of: string, id: number, view?: ThingView) {
      if (!self.kept || self.of !== of) return;
      const others = self.kept.views.filter((one) => one.id !== id);
      const views = [...others, ...(view ? [view] : [])].sort((a, b) => a.name.localeCompare(b.name));
      const chosen = self.kept.chosen === id && !view ? null : self.kept.chosen;
      self.kept = { ...self.kept, views, chosen };
    },
    choose(of: string, viewId: number | null) {
      if (self.kept && self.of === of) self.kept = { ...self.kept, chosen: viewId };
    },
  }))
  .actions((self) => ({
    listThingViews: tracked(self, "listing", function* (eventId: number, list: string) {
      const of = nameOf(eventId, list);
      if (self.of !== of) self.put(undefined, of);
      const views = yield* wait(env(self).api.call(listThingViews, { params: { eventId }, query: { list } }));
      self.put(views, of);
      return views;
    }),
  }))
  .actions((self) => ({
    /** What of a list's views has been written is not in those that were asked for before and are still on their way. */
    wrote(eventId: number, list: string, id: number, view?: ThingView) {
      self.replace(nameOf(eventId, list), id, view);
      if (self.listing.busy && self.isOf(eventId, list)) void self.listThingViews(eventId, list);
    },
  }))
  .actions((self) => ({
    createThingView: tracked(self, "saving", function* (eventId: number, list: string, draft: ViewDraft) {
      const view = yield* wait(env(self).api.call(createThingView, { params: { eventId }, body: { list, ...draft } }));
      self.wrote(eventId, list, view.id, view);
      return view;
    }),
    saveThingView: tracked(
      self,
      "saving",
      function* (eventId: number, { id, list, ...known }: ThingView, draft: Partial<ViewDraft>) {
        const of = nameOf(eventId, list);
        const params = { eventId, viewId: id };
        // What stays as it was seen is not said: somebody else may have shared the view, or changed it, meanwhile.
        const change = Object.entries(draft).filter(([key, value]) => value !== known[key as keyof ViewDraft]);
        const body = { rev: self.revOf(id) ?? known.rev, ...(Object.fromEntries(change) as Partial<ViewDraft>) };
        const call = env(self).api.call(saveThingView, { params, body });
        const view = yield* wait(
          learnIfStale(
            call,
            (now: ThingView) => self.replace(of, id, now),
            () => self.replace(of, id),
          ),
        );
        self.wrote(eventId, list, view.id, view);
        return view;
      },
    ),
    removeThingView: tracked(self, "saving", function* (eventId: number, { id, list, ...known }: ThingView) {
      const of = nameOf(eventId, list);
      const query = { rev: self.revOf(id) ?? known.rev };
      const call = env(self).api.call(removeThingView, { params: { eventId, viewId: id }, query });
      yield* wait(
        learnIfStale(
          call,
          (now: ThingView) => self.replace(of, id, now),
          () => self.replace(of, id),
        ),
      );
      self.wrote(eventId, list, id);
      return true;
    }),
    chooseThingView: tracked(self, "saving", function* (eventId: number, list: string, viewId: number | null) {
      yield* wait(env(self).api.call(chooseThingView, { params: { eventId }, body: { list, viewId } }));
      self.choose(nameOf(eventId, list), viewId);
      return true;
    }),
  }));

export interface ViewsStoreInstance extends Instance<typeof ViewsStore> {}
