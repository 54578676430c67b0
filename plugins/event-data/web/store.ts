// Profiles of the selected event: the one that is open, its history, and the export that is under way.
import { type Instance, type IStateTreeNode, types } from "mobx-state-tree";
import { cancelJob, getJobFile, type Job } from "#schemas/core.ts";
import type { GroupAnswer, GroupQuestion, ListQuestion } from "#schemas/list.ts";
import type { Ahead } from "#schemas/losses.ts";
import {
  begunIn,
  currentLocale,
  env,
  type GridAnswer,
  type GridSelection,
  type HowFar,
  howFar,
  jobEnd,
  learnIfStale,
  mustBeDone,
  tracked,
  trackedOf,
  tracking,
  trackings,
  wait,
} from "#web";
import { BESIDE, listProfileValues } from "../contract/columns.ts";
import { HISTORY_PAGE, type HistoryLine, listThingHistory } from "../contract/history.ts";
import { type Loss, listLosses } from "../contract/losses.ts";
import type { Narrowing } from "../contract/narrowing.ts";
import { type PhotoBack, type Pictured, putPhotoBack, removePhoto, savePhoto } from "../contract/photo.ts";
import { getThingPlace } from "../contract/place.ts";
import {
  createThing,
  EXPORT_AT_ONCE,
  type ExportDraft,
  getThing,
  groupThings,
  queryThings,
  removeThing,
  saveThing,
  startThingExport,
  type Thing,
  type ThingChange,
  type ThingDraft,
  type ThingRow,
} from "../contract/things.ts";
import { BulkStore } from "./bulk/store.ts";
import type { CellsStoreInstance } from "./cells/store.ts";
import { type Conflict, onlyFields, queryOf } from "./conflict.ts";
import { ImportStore } from "./import/store.ts";
import { lossTexts } from "./losses.ts";
import { QuestionsStore } from "./questionsStore.ts";
import { ViewsStore } from "./views/store.ts";

/** An export as it is shown: from the first row to the finished file. */
export interface Exporting {
  id: number;
  rows: number;
  /** That is an estimate. */
  isAbout?: boolean;
  progress: number;
  format: ExportDraft["format"];
  /** The server cannot be asked how far it is. */
  isLost?: boolean;
  /** It has not begun: other work goes first. */
  waits?: boolean;
}

/** Under this name the tab remembers an export that is going on in an event, so that a reload finds it. */
const goingKey = (eventId: number) => `export.${eventId}`;

type Going = Pick<Exporting, "id" | "rows" | "isAbout" | "format"> & { eventId: number };

type ExportAsked = Pick<Going, "eventId" | "rows" | "isAbout"> & { draft: ExportDraft };

/** Fields whose values stand by their names, and the beginnings of those that may. */
const NAMED = ["type_id", "country", "status"];
const MAY_BE_NAMED = ["fields.", BESIDE];

/** The language, where the order depends on it: the page asks for its first rows before it knows of any. */
function inNames(fields: readonly string[]): { locale?: string } {
  const isNamed = (field: string) => NAMED.includes(field) || MAY_BE_NAMED.some((begins) => field.startsWith(begins));
  return fields.some(isNamed) ? { locale: currentLocale() } : {};
}

const ofThing = ([, thingId]: [number, number, ...unknown[]]) => thingId;

export const EventDataStore = types
  .model("EventData", {
    /** The profile beside the list. */
    thing: types.maybe(types.frozen<Thing>()),
    history: types.maybe(types.frozen<readonly HistoryLine[]>()),
    /** Whether the history goes on before what is shown of it. */
    hasOlder: false,
    /** A save that came too late, until the person has chosen. */
    conflict: types.maybe(types.frozen<Conflict>()),
    /** What would be lost with a profile that is about to be taken out. */
    losses: types.maybe(types.frozen<{ thingId: number; list: readonly Loss[] }>()),
    questions: types.optional(QuestionsStore, {}),
    importing: types.optional(ImportStore, {}),
    bulk: types.optional(BulkStore, {}),
    views: types.optional(ViewsStore, {}),
    exporting: types.maybe(types.frozen<Exporting>()),
  })
  .volatile(() => ({
    opening: tracking(),
    /** By profile. */
    saving: trackings(),
    creating: tracking(),
    removing: tracking(),
    weighing: tracking(),
    /** By profile. */
    picturing: trackings(),
    listingHistory: tracking(),
    listingOlder: tracking(),
    exportRun: tracking(),
    stoppingExport: tracking(),
    /** The profile whose form holds what has not been saved. */
    drafting: undefined as number | undefined,
    /** Changes in cells of lists; there from the first on. */
    cells: undefined as CellsStoreInstance | undefined,
  }))
  .views((self) => ({
    /** Whether the person may change profiles. The server asks again. */
    get canSave(): boolean {
      return env(self).session.isAllowed(saveThing.access as { accessRole: number }) === true;
    },
    /** An export that takes long enough to be watched. */
    get shownExport(): Exporting | undefined {
      return self.exporting && self.exporting.rows > EXPORT_AT_ONCE ? self.exporting : undefined;
    },
  }))
  .actions((self) => ({
    /** The list question, straight to the grid: ten thousand rows cost the store nothing. */
    queryThings(
      eventId: number,
      list: Narrowing,
      question: ListQuestion,
      signal: AbortSignal,
    ): Promise<GridAnswer<ThingRow>> {
      return env(self).api.call(queryThings, {
        params: { eventId },
        query: { ...list, ...inNames((question.sort ?? []).map(({ field }) => field)) },
        body: question,
        signal,
      });
    },
    /** How many stand before a profile in a list; null where the list does not have it. */
    async getThingPlace(
      eventId: number,
      list: Narrowing,
      { sort, filter, search }: ListQuestion,
      thingId: number,
      signal: AbortSignal,
    ): Promise<number | null> {
      const { at } = await env(self).api.call(getThingPlace, {
        params: { eventId, thingId },
        query: { ...list, ...inNames((sort ?? []).map(({ field }) => field)) },
        body: { ...(sort && { sort }), ...(filter && { filter }), ...(search && { search }) },
        signal,
      });
      return at;
    },
    /** What stands in columns beside some rows, straight to the grid. */
    async listProfileValues(
      eventId: number,
      columns: readonly string[],
      ids: readonly number[],
      signal: AbortSignal,
    ): Promise<Map<number, Readonly<Record<string, string | number>>>> {
      const rows = await env(self).api.call(listProfileValues, {
        params: { eventId },
        query: { locale: currentLocale() },
        body: { columns: [...columns], ids: [...ids] },
        signal,
      });
      return new Map(rows.map(({ id, values }) => [id, values]));
    },
    /** The groups of a list, straight to the grid as well. */
    groupThings(eventId: number, list: Narrowing, question: GroupQuestion, signal: AbortSignal): Promise<GroupAnswer> {
      return env(self).api.call(groupThings, {
        params: { eventId },
        query: { ...list, ...inNames([question.by]) },
        body: question,
        signal,
      });
    },
    forgetHistory() {
      self.history = undefined;
      self.listingOlder.problem = undefined;
    },
    put(thing: Thing | undefined) {
      if (thing?.id !== self.thing?.id || thing?.rev !== self.thing?.rev) this.forgetHistory();
      self.thing = thing;
      const { conflict } = self;
      if (conflict?.cell && conflict.theirs.id === thing?.id) self.cells?.take(thing.id, conflict.cell);
      self.conflict = undefined;
    },
    /** A profile that is being opened: what is to be chosen of it was met in a cell of the list. */
    open(thing: Thing) {
      const { conflict } = self;
      if (conflict?.theirs.id !== thing.id) return this.put(thing);
      self.thing = thing;
      self.conflict = { ...conflict, theirs: thing };
    },
    /** Another profile than the one that is shown is on its way. */
    awaitThing(thingId: number) {
      self.thing = undefined;
      this.forgetHistory();
      if (self.conflict?.theirs.id !== thingId) self.conflict = undefined;
    },
    keepCells(cells: CellsStoreInstance) {
      self.cells = cells;
    },
    noteDraft(thingId: number | undefined) {
      self.drafting = thingId;
    },
    /** A save that came too late: which values should stand is asked in the place of the form. */
    meet(conflict: Conflict) {
      self.conflict = conflict;
      self.saving.of(conflict.theirs.id).problem = undefined;
    },
    show(exporting: Exporting | undefined) {
      self.exporting = exporting;
    },
    picture(pictured: Pictured): Pictured {
      const { id, photo } = pictured;
      if (self.thing?.id === id) self.thing = { ...self.thing, photo };
      return pictured;
    },
    weigh(losses: { thingId: number; list: readonly Loss[] } | undefined) {
      self.losses = losses;
    },
    /** Of the profile that is shown: lines may come when somebody has gone on to another. */
    keepHistory(thingId: number, lines: readonly HistoryLine[], newer: readonly HistoryLine[] = []) {
      if (self.thing?.id !== thingId) return;
      self.history = [...newer, ...lines];
      self.hasOlder = lines.length === HISTORY_PAGE;
    },
  }))
  .actions((self) => ({
    getThing: tracked(self, "opening", function* (eventId: number, thingId: number) {
      if (self.thing?.id !== thingId) self.awaitThing(thingId);
      self.open(yield* wait(env(self).api.call(getThing, { params: { eventId, thingId } })));
    }),

    createThing: tracked(self, "creating", function* (eventId: number, draft: ThingDraft) {
      const body = { ...draft, ...onlyFields(draft) };
      return yield* wait(env(self).api.call(createThing, { params: { eventId }, body }));
    }),

    /** Shows what was saved where that profile is open still: by then it may be another one. */
    saveThing: trackedOf(
      self,
      "saving",
      ([, base]) => base.id,
      function* (eventId: number, base: Thing, change: ThingChange, ahead?: Ahead) {
        const body = { ...change, ...onlyFields(change) };
        const params = { eventId, thingId: base.id };
        const thing = yield* wait(env(self).api.call(saveThing, { params, query: queryOf(ahead), body }));
        if (self.thing?.id === thing.id) self.put(thing);
        return thing;
      },
    ),

    listLosses: tracked(
      self,
      "weighing",
      function* (eventId: number, thingId: number, by: "removing" | "blocking" = "removing") {
        self.weigh(undefined);
        const query = { by, locale: currentLocale() };
        const list = yield* wait(env(self).api.call(listLosses, { params: { eventId, thingId }, query }));
        yield* wait(lossTexts(list));
        self.weigh({ thingId, list });
      },
    ),

    /** A removal that came too late shows the profile as it is now, and fails; so it can be decided again. */
    removeThing: tracked(self, "removing", function* (eventId: number, { id, rev }: Thing, tells = false) {
      const query = tells ? { rev, tells: true } : { rev };
      const putHere = (now?: Thing) => {
        if (self.thing?.id === id) self.put(now);
      };
      yield* wait(learnIfStale(env(self).api.call(removeThing, { params: { eventId, thingId: id }, query }), putHere));
      putHere();
      return true;
    }),

    /** Answers the picture's name, and the one before; a picture is no part of the form and makes none of it stale. */
    savePhoto: trackedOf(self, "picturing", ofThing, function* (eventId: number, thingId: number, raw: Blob) {
      return self.picture(yield* wait(env(self).api.call(savePhoto, { params: { eventId, thingId }, raw })));
    }),

    removePhoto: trackedOf(self, "picturing", ofThing, function* (eventId: number, thingId: number) {
      return self.picture(yield* wait(env(self).api.call(removePhoto, { params: { eventId, thingId } })));
    }),

    putPhotoBack: trackedOf(self, "picturing", ofThing, function* (eventId: number, thingId: number, body: PhotoBack) {
      return self.picture(yield* wait(env(self).api.call(putPhotoBack, { params: { eventId, thingId }, body })));
    }),

    /** Another picture has been chosen: what was wrong with the one before no longer matters. */
    forgetPicturing(thingId: number) {
      self.picturing.of(thingId).problem = undefined;
    },

    listThingHistory: tracked(self, "listingHistory", function* (eventId: number, thingId: number) {
      self.keepHistory(thingId, yield* wait(env(self).api.call(listThingHistory, { params: { eventId, thingId } })));
    }),

    /** Goes on before the oldest line that is shown; nothing where another profile has been opened meanwhile. */
    listOlderHistory: tracked(self, "listingOlder", function* (eventId: number, thingId: number) {
      const { history = [] } = self;
      const before = history.at(-1)?.id;
      if (before === undefined) return;
      const lines = yield* wait(
        env(self).api.call(listThingHistory, { params: { eventId, thingId }, query: { before } }),
      );
      if (self.history === history) self.keepHistory(thingId, lines, history);
    }),

    /**
     * Starts an export, or goes on with one that was going on before a reload or in another event; waits for it, and answers the file;
     * undefined when it was cancelled. One is waited for at a time.
     */
    awaitExport: tracked(self, "exportRun", function* (asked: Going | ExportAsked) {
      if ("id" in asked) return yield* exportEnd(self, asked);
      const { eventId, draft, rows, isAbout } = asked;
      const { api, tab } = env(self);
      const { job } = yield* wait(api.call(startThingExport, { params: { eventId }, body: draft }));
      const going: Going = { eventId, id: job.id, rows, isAbout, format: draft.format };
      begunIn<Going>(tab, goingKey(eventId)).keep(going);
      return yield* exportEnd(self, going);
    }),
  }))
  .actions((self) => ({
    /** The export of this event whose end this tab has not seen yet, and which is not waited for. */
    exportGoing(eventId: number): Going | undefined {
      const going = begunIn<Going>(env(self).tab, goingKey(eventId)).found();
      return going && going.id !== self.exporting?.id ? going : undefined;
    },
    /** Nobody knows of it any more. */
    forgetExport(eventId: number): void {
      begunIn<Going>(env(self).tab, goingKey(eventId)).forget();
    },

    startThingExport(
      eventId: number,
      draft: ExportDraft,
      { count: rows, about: isAbout = false }: Pick<GridSelection, "count" | "about">,
    ): Promise<Blob | undefined> {
      return self.awaitExport({ eventId, draft, rows, isAbout });
    },

    cancelExport: tracked(self, "stoppingExport", function* () {
      const { exporting } = self;
      if (exporting) yield* wait(env(self).api.call(cancelJob, { params: { jobId: exporting.id } }));
    }),
    forgetConflict() {
      self.conflict = undefined;
    },
  }));

type ExportingStore = IStateTreeNode & {
  exporting: Exporting | undefined;
  show(exporting: Exporting | undefined): void;
};

/** Waits for an export, and shows how far it is; its end has been seen once its file is there. */
function* exportEnd(self: ExportingStore, { eventId, ...going }: Going) {
  const { api, tab, t } = env(self);
  const show = ({ progress, waits = false }: Omit<HowFar, "id">) => self.show({ ...going, progress, waits });
  let now: Job;
  try {
    show({ progress: 0 });
    const lost = (isLost: boolean) => self.exporting && self.show({ ...self.exporting, isLost });
    now = yield* jobEnd(api, going.id, { look: (job) => show(howFar(job)), lost });
  } finally {
    // Another may be waited for by now.
    if (self.exporting?.id === going.id) self.show(undefined);
  }
  const place = begunIn<Going>(tab, goingKey(eventId));
  if (now.state !== "done") place.forget(going.id);
  if (now.state === "cancelled") return undefined;
  mustBeDone(now, t("event-data:export.failed"));
  const file = (yield* wait(api.call(getJobFile, { params: { jobId: going.id } }))) as Blob;
  place.forget(going.id);
  return file;
}

export interface EventDataStoreInstance extends Instance<typeof EventDataStore> {}
