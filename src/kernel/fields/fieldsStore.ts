// Fields of an event, or those that several events share: the list, how often each is answered, and what is done to them.
import { type Instance, types } from "mobx-state-tree";
import type { LastFieldAct } from "#schemas/fieldActs.ts";
import type { FieldUse } from "#schemas/fieldEndpoints.ts";
import type { Field, FieldChange, FieldDraft, FieldLimits } from "#schemas/fields.ts";
import type { FieldTaking } from "#schemas/fieldTaking.ts";
import type { UsualOrder } from "#schemas/fieldUsual.ts";
import { ApiProblem } from "../api/problem.ts";
import { env } from "../store/env.ts";
import { jobEnd } from "../store/jobs.ts";
import { learnIfStale } from "../store/stale.ts";
import { tracked, trackedOf, tracking, trackings, wait } from "../store/tracked.ts";
import { askedBy, type MentionsAsker } from "./askedMentions.ts";
import { type BulkJob, type BulkRun, fieldBulk } from "./fieldBulk.ts";
import { type FieldCalls, whenAsked } from "./fieldCalls.ts";
import { type Followed, fieldJobs, OF_FIELD, type RunningJob, type RunningJobs, shownOf } from "./fieldJobs.ts";

type Place = { id: number };

/** In the place of a field's id: the one that is being made. */
export const NEW = "new";

/**
 * The store of a page of fields; `has` names those of its calls that not every such page has.
 * @example export const CustomFieldsStore = fieldsStore("CustomFields", () => import("./calls.ts"), ["take"]);
 */
export function fieldsStore(
  name: string,
  load: () => Promise<{ calls: FieldCalls }>,
  has: readonly ("addUsual" | "take")[] = [],
) {
  const calls = whenAsked(load);
  return types
    .model(name, {
      fields: types.maybe(types.frozen<readonly Field[]>()),
      /** How often each is answered; undefined until it has been counted. */
      use: types.maybe(types.frozen<readonly FieldUse[]>()),
      /** What was done last to them and can be undone. */
      last: types.maybe(types.frozen<LastFieldAct>()),
    })
    .volatile(() => ({
      listing: tracking(),
      counting: tracking(),
      /** By field, and by NEW. */
      saving: trackings(),
      ordering: tracking(),
      adding: tracking(),
      doubling: tracking(),
      /** By field. */
      fitting: trackings(),
      /** By field and by who asks: its panel or the dialog of an option. */
      mentioning: trackings(),
      /** By field, as are the jobs. */
      replacing: trackings(),
      stopping: tracking(),
      finding: tracking(),
      undoing: tracking(),
      bulking: tracking(),
      unbulking: tracking(),
      /** The stopping of an act on several, which is heard at once. */
      halting: tracking(),
      isHalted: false,
      /** The last act on several fields, as long as it can be undone. */
      bulk: undefined as BulkRun | undefined,
      bulkJob: undefined as BulkJob | undefined,
      running: {} as RunningJobs,
      /** What goes on though this page has not begun it. */
      followed: undefined as Followed | undefined,
      /** Whose fields are shown. */
      eventId: undefined as number | undefined,
      /** The event of which it has been asked what was done last. */
      recalled: undefined as number | undefined,
      /** The field that an act on answers has changed last, as it was then. */
      made: undefined as Pick<Field, "id" | "rev"> | undefined,
      /** The event whose answers were counted last. */
      counted: undefined as number | undefined,
    }))
    .views((self) => ({
      get hasUsual(): boolean {
        return has.includes("addUsual");
      },
      get canTake(): boolean {
        return has.includes("take");
      },
      /** Whether it is known what stands above the list: what was done last, what goes on, or that it cannot be had. It stays known. */
      hasRecalled(eventId: number): boolean {
        return self.recalled === eventId;
      },
      isMadeHere({ id, rev }: Field): boolean {
        return self.made?.id === id && self.made.rev === rev;
      },
    }))
    .actions((self) => ({
      /** Of the event whose fields are shown: an answer may come when somebody has gone on to another. */
      keep(eventId: number, fields: readonly Field[]) {
        if (self.eventId === eventId) self.fields = fields;
      },
      open(eventId: number) {
        if (self.eventId !== eventId) Object.assign(self, { last: undefined, bulk: undefined, recalled: undefined });
        self.eventId = eventId;
        self.fields = undefined;
      },
      put(eventId: number, field: Field) {
        if (self.eventId !== eventId) return;
        const others = self.fields ?? [];
        const isNew = !others.some(({ id }) => id === field.id);
        self.fields = isNew ? [...others, field] : others.map((one) => (one.id === field.id ? field : one));
      },
      keepLast(eventId: number, last: LastFieldAct | null | undefined) {
        if (self.eventId === eventId) self.last = last ?? undefined;
      },
      recall(eventId: number) {
        if (self.eventId === eventId) self.recalled = eventId;
      },
      forget(id: number) {
        self.fields = self.fields?.filter((one) => one.id !== id);
      },
      keepUse(eventId: number, use: readonly FieldUse[] | undefined) {
        if (self.counted === eventId) self.use = use;
      },
      settle(id: number) {
        self.saving.of(id).problem = undefined;
      },
      keepBulk(eventId: number, bulk: BulkRun | undefined) {
        if (self.eventId === eventId) self.bulk = bulk;
      },
      /** How many of several are done; with none, nothing goes on. */
      tellBulk(done: number | undefined, of = 0) {
        if (!self.bulkJob) self.isHalted = false;
        self.bulkJob = done === undefined ? undefined : { id: 0, done, of, progress: done / of, stops: true };
      },
      halt() {
        self.isHalted = true;
      },
      follow(followed: Followed | undefined) {
        self.followed = followed;
      },
      run(id: number, job: RunningJob | undefined) {
        self.running = { ...self.running, [id]: job };
      },
    }))
    .actions((self) => ({
      /** What an act of this person has made of a field, among the others as they are now. */
      keepMade(eventId: number, id: number, fields: readonly Field[]) {
        self.made = fields.find((one) => one.id === id);
        self.keep(eventId, fields);
      },
      /** What is answered about a field; one that somebody else has saved or removed is so in the list, too. */
      learned<Answer>(eventId: number, id: number, call: Promise<Answer>): Promise<Answer> {
        const take = (now: Field) => self.put(eventId, now);
        return learnIfStale(call, take, () => self.forget(id));
      },
    }))
    .actions((self) => ({
      list: tracked(self, "listing", function* (eventId: number) {
        self.open(eventId);
        self.keep(eventId, yield* wait(calls.list(env(self).api, eventId)));
      }),

      /** Finds the act that can be undone, which a reload forgets. One that is under way is waited for. */
      findLast: tracked(self, "finding", function* (eventId: number) {
        const { api } = env(self);
        let found: LastFieldAct | null;
        try {
          found = yield* wait(calls.last(api, eventId));
        } catch (problem) {
          self.recall(eventId);
          throw problem;
        }
        if (found && ["queued", "running"].includes(found.job.state)) {
          const { id } = found.job;
          self.follow({ fieldId: found.field_id });
          self.recall(eventId);
          try {
            yield* jobEnd(api, id, shownOf(self, found.field_id, id, true));
          } finally {
            self.run(found.field_id, undefined);
            self.follow(undefined);
          }
          self.keepMade(eventId, found.field_id, yield* wait(calls.list(api, eventId)));
          found = yield* wait(calls.last(api, eventId));
        }
        self.keepLast(eventId, found);
        self.recall(eventId);
      }),

      countAnswers: tracked(self, "counting", function* (eventId: number) {
        // Fields of two events may share a key: until these have been counted, nothing is known of them.
        const isOther = self.counted !== eventId;
        self.counted = eventId;
        if (isOther) self.keepUse(eventId, undefined);
        self.keepUse(eventId, (yield* wait(calls.count(env(self).api, eventId))).keys);
      }),

      create: trackedOf(
        self,
        "saving",
        () => NEW,
        function* (eventId: number, draft: FieldDraft) {
          const field = yield* wait(calls.create(env(self).api, eventId, draft));
          self.put(eventId, field);
          return field;
        },
      ),

      /** Adds fields that profiles usually have, and tells how many. */
      addUsual: tracked(self, "adding", function* (eventId: number, fields: UsualOrder) {
        const answer = yield* wait(calls.addUsual(env(self).api, eventId, fields));
        if (answer) self.keep(eventId, answer.fields);
        return answer;
      }),

      /** Takes fields of another event, or looks what would become of them. */
      take: tracked(self, "adding", function* (eventId: number, body: FieldTaking) {
        const answer = yield* wait(calls.take(env(self).api, eventId, body));
        if (answer) self.keep(eventId, answer.fields);
        return answer;
      }),

      /** A save that comes too late brings the field as it is now into the list. */
      save: trackedOf(
        self,
        "saving",
        OF_FIELD,
        function* (eventId: number, { id, rev }: Pick<Field, "id" | "rev">, change: Omit<FieldChange, "rev">) {
          const call = calls.save(env(self).api, eventId, id, { ...change, rev });
          const field = yield* wait(self.learned(eventId, id, call));
          self.put(eventId, field);
          return field;
        },
      ),

      /** Which answers more than one profile gives. */
      listDoubles: tracked(self, "doubling", function* (eventId: number, { id }: Field) {
        return yield* wait(calls.doubles(env(self).api, eventId, id));
      }),

      /** How many answers limits would not allow. */
      countMisfits: trackedOf(
        self,
        "fitting",
        OF_FIELD,
        function* (eventId: number, { id }: Pick<Field, "id">, limits: FieldLimits) {
          return yield* wait(calls.misfits(env(self).api, eventId, id, limits));
        },
      ),

      /** What names a field beside answers. */
      listMentions: trackedOf(
        self,
        "mentioning",
        ([, { id }, asker]) => askedBy(id, asker),
        function* (eventId: number, { id }: Field, _asker: MentionsAsker) {
          return yield* wait(calls.mentions(env(self).api, eventId, id));
        },
      ),

      order: tracked(self, "ordering", function* (eventId: number, fields: readonly Place[]) {
        const { api } = env(self);
        try {
          self.keep(eventId, yield* wait(calls.order(api, eventId, [...fields])));
        } catch (problem) {
          // Somebody has removed or changed one of them: the next attempt starts from those that are there.
          if (problem instanceof ApiProblem && ["not_found", "stale"].includes(problem.code))
            self.keep(eventId, yield* wait(calls.list(api, eventId)));
          throw problem;
        }
        return true;
      }),

      archive: trackedOf(
        self,
        "saving",
        OF_FIELD,
        /** `type_ids`: which data types have a restored one that has lost its own. */
        function* (eventId: number, { id, rev }: Pick<Field, "id" | "rev">, isArchived: boolean, type_ids?: number[]) {
          const { api } = env(self);
          const call = isArchived
            ? calls.archive(api, eventId, id, rev)
            : calls.restore(api, eventId, id, { rev, ...(type_ids && { type_ids }) });
          const field = yield* wait(self.learned(eventId, id, call));
          self.put(eventId, field);
          return field;
        },
      ),
    }))
    .actions((self) => fieldJobs(self, calls))
    .actions((self) => fieldBulk(self));
}

export interface FieldsStoreInstance extends Instance<ReturnType<typeof fieldsStore>> {}
