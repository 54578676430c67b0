// The data types of the app, what needs each of them, and what is done to them. The navigation follows every change.
import { type Instance, types } from "mobx-state-tree";
import type { Job } from "#schemas/core.ts";
import type { TypeCategory } from "#schemas/session.ts";
import {
  begunIn,
  env,
  forgetIfGone,
  howFar,
  jobEnd,
  learnIfStale,
  loadTexts,
  mustBeDone,
  tracked,
  trackedOf,
  tracking,
  trackings,
  untilSeen,
  Waiting,
  wait,
} from "#web";
import {
  archiveType,
  createType,
  listTypeDetails,
  listTypeNeeds,
  mergeType,
  orderTypes,
  previewTypeArchive,
  previewTypeMerge,
  removeType,
  restoreType,
  saveType,
  type TypeArchive,
  type TypeChange,
  type TypeDetail,
  type TypeDraft,
  type TypeMerge,
  type TypeNeed,
} from "../contract.ts";

type Category = TypeCategory["id"];

/** In the place of a type's id: the one that is being made. */
export const NEW = "new";

/** Under this the tab keeps a merge from its start until its end has been seen, so that a reload finds it again. */
const MERGING = "data-types.merge";
/** Its job, its app, and which type becomes which. */
export interface GoingMerge {
  id: number;
  appId: number | undefined;
  from: Pick<TypeDetail, "id" | "type">;
  into: number;
}

export const DataTypesStore = types
  .compose(
    Waiting,
    types.model("DataTypes", {
      all: types.maybe(types.frozen<readonly TypeDetail[]>()),
      /** What needs each type; undefined until it has been counted. */
      needs: types.maybe(types.frozen<Readonly<Record<number, readonly TypeNeed[]>>>()),
      /** What archiving a type would concern. */
      archiving: types.maybe(types.frozen<{ typeId: number; impact: TypeArchive }>()),
      /** What would come of a merge that is being considered. */
      merge: types.maybe(types.frozen<TypeMerge>()),
      /** The one that is waited for. */
      going: types.maybe(types.frozen<GoingMerge>()),
    }),
  )
  .volatile((self) => ({
    /** Whose types these are: with another app the store is made anew, and what this one asked may be answered after that. */
    appId: env(self).session.appId,
    listing: tracking(),
    counting: tracking(),
    /** By type, and by NEW. */
    saving: trackings(),
    ordering: tracking(),
    removing: tracking(),
    previewing: tracking(),
    merging: tracking(),
  }))
  .views((self) => ({
    /** The types of a category, in their order. */
    of(category: Category): readonly TypeDetail[] {
      return (self.all ?? []).filter((one) => one.type_category_id === category);
    },
    /** What needs a type; undefined while it is being counted. */
    needsOf(id: number): readonly TypeNeed[] | undefined {
      return self.needs && (self.needs[id] ?? []);
    },
    /** How many profiles have a type. */
    profilesOf(id: number): number | undefined {
      const needs = self.needs && (self.needs[id] ?? []);
      return needs?.reduce((sum, { profiles, count }) => sum + (profiles ? count : 0), 0);
    },
  }))
  .actions((self) => ({
    keep(all: readonly TypeDetail[]) {
      self.all = [...all].sort((a, b) => a.type_category_id - b.type_category_id || a.position - b.position);
      const { session } = env(self);
      const plain = self.all.map(({ id, type, type_category_id }) => ({ id, type, type_category_id }));
      const ofEvent = self.all.filter(({ event_ids }) => event_ids.includes(session.eventId)).map(({ id }) => id);
      session.putTypes(plain, ofEvent, self.appId);
    },
  }))
  .actions((self) => ({
    follow(going: GoingMerge | undefined) {
      self.going = going;
    },
    /** Why a merge has failed was told: no dialog tells it once more. */
    settleMerge() {
      self.merging.problem = undefined;
    },
    forget(id: number) {
      self.keep((self.all ?? []).filter((one) => one.id !== id));
    },
    put(type: TypeDetail) {
      self.keep([...(self.all ?? []).filter(({ id }) => id !== type.id), type]);
    },
  }))
  .actions((self) => ({
    list: tracked(self, "listing", function* () {
      self.keep(yield* wait(env(self).api.call(listTypeDetails)));
    }),
  }))
  .actions((self) => ({
    countNeeds: tracked(self, "counting", function* () {
      const found = yield* wait(env(self).api.call(listTypeNeeds));
      // The words stand in the areas that tell.
      const areas = new Set(found.flatMap(({ needs }) => needs.map(({ label }) => label.split(":")[0] as string)));
      yield* wait(Promise.all([...areas].map(loadTexts)));
      self.needs = Object.fromEntries(found.map(({ type_id, needs }) => [type_id, needs]));
    }),

    create: trackedOf(
      self,
      "saving",
      () => NEW,
      function* (body: TypeDraft) {
        const { left_out, ...type } = yield* wait(env(self).api.call(createType, { body }));
        self.put(type);
        return { type, left_out };
      },
    ),

    /** A save that came too late puts the type as it is now into the list and fails. */
    save: trackedOf(
      self,
      "saving",
      ([typeId]) => typeId,
      function* (typeId: number, body: TypeChange) {
        const call = env(self).api.call(saveType, { params: { typeId }, body });
        const answer = yield* wait(learnIfStale(call, self.put, () => self.forget(typeId)));
        self.put(answer);
        return answer;
      },
    ),

    previewArchive: tracked(self, "previewing", function* (typeId: number) {
      self.archiving = undefined;
      const call = env(self).api.call(previewTypeArchive, { params: { typeId } });
      const impact = yield* wait(forgetIfGone(call, () => self.forget(typeId)));
      const areas = new Set(impact.needs.map(({ label }) => label.split(":")[0] as string));
      yield* wait(Promise.all([...areas].map(loadTexts)));
      self.archiving = { typeId, impact };
    }),

    archive: trackedOf(
      self,
      "saving",
      ([{ id }]) => id,
      function* ({ id, rev }: TypeDetail, isArchived: boolean) {
        const endpoint = isArchived ? archiveType : restoreType;
        const call = env(self).api.call(endpoint, { params: { typeId: id }, body: { rev } });
        const answer = yield* wait(learnIfStale(call, self.put, () => self.forget(id)));
        self.put(answer);
        return answer;
      },
    ),

    order: tracked(self, "ordering", function* (category: Category, ids: readonly number[]) {
      const call = env(self).api.call(orderTypes, { body: { category, ids: [...ids] } });
      self.keep(yield* wait(forgetIfGone(call, () => void self.list())));
      return true;
    }),

    previewMerge: tracked(self, "previewing", function* (typeId: number, into: number) {
      self.merge = undefined;
      const call = env(self).api.call(previewTypeMerge, { params: { typeId }, query: { into } });
      const merge = yield* wait(forgetIfGone(call, () => void self.list()));
      const areas = new Set([...merge.needs, ...merge.effects].map(({ label }) => label.split(":")[0] as string));
      yield* wait(Promise.all([...areas].map(loadTexts)));
      self.merge = merge;
    }),

    /** Waits until one type has become the other; answers what came of it. */
    mergeInto: tracked(self, "merging", function* (from: TypeDetail, into: number) {
      const { api, tab } = env(self);
      const { id: typeId, type, rev } = from;
      const call = api.call(mergeType, { params: { typeId }, body: { into, rev } });
      const { job } = yield* wait(learnIfStale(call, self.put, () => void self.list()));
      const going: GoingMerge = { id: job.id, appId: self.appId, from: { id: typeId, type }, into };
      begunIn<GoingMerge>(tab, MERGING).keep(going);
      return yield* mergeEnd(self, going);
    }),

    /** Goes on waiting for a merge that was going on before a reload. */
    awaitMerge: tracked(self, "merging", function* (going: GoingMerge) {
      return yield* mergeEnd(self, going);
    }),

    /** The merge whose end this tab has not seen, unless it is waited for already. */
    mergeLeft(): GoingMerge | undefined {
      const going = begunIn<GoingMerge>(env(self).tab, MERGING).found();
      return !self.merging.busy && going && going.appId === self.appId ? going : undefined;
    },

    remove: tracked(self, "removing", function* ({ id, rev }: TypeDetail) {
      const call = env(self).api.call(removeType, { params: { typeId: id }, query: { rev } });
      yield* wait(learnIfStale(call, self.put, () => self.forget(id)));
      self.forget(id);
      return true;
    }),
  }));

interface Merging extends Instance<typeof Waiting> {
  follow: (going: GoingMerge | undefined) => void;
}

/** What has moved by the time it is stopped stays; the merge is begun again for the rest. */
function* mergeEnd(
  self: Merging,
  going: GoingMerge,
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
): Generator<Promise<unknown>, TypeMerge, any> {
  const { api, t, tab } = env(self);
  const { id } = going;
  self.follow(going);
  self.run({ id, progress: 0, stops: true });
  try {
    const ending = jobEnd(api, id, {
      look: (job: Job) => self.run({ ...howFar(job), id, stops: true }),
      lost: self.lose,
    });
    const end = yield* untilSeen(begunIn<GoingMerge>(tab, MERGING), going, ending);
    const failed = t(end.state === "cancelled" ? "data-types:merge.stopped" : "data-types:merge.failed");
    return mustBeDone(end, failed).result as TypeMerge;
  } finally {
    if (self.running?.id === id) self.run(undefined);
    self.follow(undefined);
  }
}

export interface DataTypesStoreInstance extends Instance<typeof DataTypesStore> {}
