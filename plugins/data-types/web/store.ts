// The data types of the app, what needs each of them, and what is done to them. The navigation follows every change.
import { type Instance, types } from "mobx-state-tree";
import { cancelJob, type Job } from "#schemas/core.ts";
import type { TypeCategory } from "#schemas/session.ts";
import {
  env,
  forgetIfGone,
  type HowFar,
  howFar,
  jobEnd,
  learnIfStale,
  loadTexts,
  mustBeDone,
  tracked,
  trackedOf,
  tracking,
  trackings,
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

export const DataTypesStore = types
  .model("DataTypes", {
    all: types.maybe(types.frozen<readonly TypeDetail[]>()),
    /** What needs each type; undefined until it has been counted. */
    needs: types.maybe(types.frozen<Readonly<Record<number, readonly TypeNeed[]>>>()),
    /** What archiving a type would concern. */
    archiving: types.maybe(types.frozen<{ typeId: number; impact: TypeArchive }>()),
    /** What would come of a merge that is being considered. */
    merge: types.maybe(types.frozen<TypeMerge>()),
    /** The job that merges. */
    running: types.maybe(types.frozen<HowFar & { stops: true }>()),
  })
  .volatile(() => ({
    listing: tracking(),
    counting: tracking(),
    /** By type, and by NEW. */
    saving: trackings(),
    ordering: tracking(),
    removing: tracking(),
    previewing: tracking(),
    merging: tracking(),
    stopping: tracking(),
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
      session.putTypes(plain, ofEvent);
    },
  }))
  .actions((self) => ({
    run(job: (HowFar & { stops: true }) | undefined) {
      self.running = job;
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
        const type = yield* wait(env(self).api.call(createType, { body }));
        self.put(type);
        return type;
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
    mergeInto: tracked(self, "merging", function* ({ id, rev }: TypeDetail, into: number) {
      const { api, t } = env(self);
      const call = api.call(mergeType, { params: { typeId: id }, body: { into, rev } });
      const { job } = yield* wait(learnIfStale(call, self.put, () => void self.list()));
      try {
        const look = (now: Job) => {
          if (now.state === "queued" || now.state === "running") self.run({ ...howFar(now), id: job.id, stops: true });
        };
        const end = yield* jobEnd(api, job.id, { look });
        const isStopped = end.state === "cancelled";
        return mustBeDone(end, t(isStopped ? "data-types:merge.stopped" : "data-types:merge.failed"))
          .result as TypeMerge;
      } finally {
        self.run(undefined);
      }
    }),

    /** What has moved by then stays; the merge is begun again for the rest. */
    stopMerge: tracked(self, "stopping", function* () {
      const { running } = self;
      if (running) yield* wait(env(self).api.call(cancelJob, { params: { jobId: running.id } }));
    }),

    remove: tracked(self, "removing", function* ({ id, rev }: TypeDetail) {
      const call = env(self).api.call(removeType, { params: { typeId: id }, query: { rev } });
      yield* wait(learnIfStale(call, self.put, () => self.forget(id)));
      self.forget(id);
      return true;
    }),
  }));

export interface DataTypesStoreInstance extends Instance<typeof DataTypesStore> {}
