// Fields of an event, or those that several events share: the list, how often each is answered, and what is done to them.
import { type Instance, types } from "mobx-state-tree";
import { cancelJob, type Job } from "#schemas/core.ts";
import type { Doubles, FieldUse, OptionOrder, OptionResult } from "#schemas/fieldEndpoints.ts";
import type { KindOrder, KindResult } from "#schemas/fieldKind.ts";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import type { FieldRemoval } from "#schemas/fieldRemoval.ts";
import type { Field, FieldChange, FieldDraft } from "#schemas/fields.ts";
import type { FieldsTaken, FieldTaking } from "#schemas/fieldTaking.ts";
import type { UsualAnswer, UsualOrder } from "#schemas/fieldUsual.ts";
import type { ApiClient } from "../api/client.ts";
import { ApiProblem } from "../api/problem.ts";
import { env } from "../store/env.ts";
import { jobEnd, mustBeDone } from "../store/jobs.ts";
import { learnIfStale } from "../store/stale.ts";
import { tracked, trackedOf, tracking, trackings, wait } from "../store/tracked.ts";

type Started = Promise<{ job: { id: number } }>;
type Place = { id: number };

/** In the place of a field's id: the one that is being made. */
export const NEW = "new";

/** A job on answers that takes longer than a moment. */
export interface RunningJob {
  id: number;
  /** From 0 to 1. */
  progress: number;
  /** It can be stopped: what it has done is put back then. */
  stops: boolean;
}

/** By field, and by 0 of several at once. */
export type RunningJobs = Readonly<Record<number, RunningJob | undefined>>;

interface Ending {
  /** The text where the job tells none of its own. */
  failed?: string;
  /** The text where it was stopped. */
  halted?: string;
  stops?: boolean;
  /** What is waited for once it has been stopped. */
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
  stopped?: () => Generator<Promise<unknown>, void, any>;
}

/** An option as a field has it now, to be compared. */
const optionIn = ({ options }: Field, key: string) => JSON.stringify(options.find((one) => one.key === key));

/** What is asked about one field stands by it. */
const OF_FIELD = ([, { id }]: [eventId: number, field: Field, ...unknown[]]) => id;

const LOOK_MS = 500;
const LOOKS = 20;

/** How an area asks for its fields. `eventId` is 0 where several events share them. */
export interface FieldCalls {
  list: (api: ApiClient, eventId: number) => Promise<readonly Field[]>;
  count: (api: ApiClient, eventId: number) => Promise<{ keys: readonly FieldUse[] }>;
  create: (api: ApiClient, eventId: number, body: FieldDraft) => Promise<Field>;
  save: (api: ApiClient, eventId: number, fieldId: number, body: FieldChange) => Promise<Field>;
  doubles: (api: ApiClient, eventId: number, fieldId: number) => Promise<Doubles>;
  mentions: (api: ApiClient, eventId: number, fieldId: number) => Promise<readonly FieldMention[]>;
  order: (api: ApiClient, eventId: number, fields: Place[]) => Promise<readonly Field[]>;
  archive: (api: ApiClient, eventId: number, fieldId: number, rev: number) => Promise<Field>;
  restore: (api: ApiClient, eventId: number, fieldId: number, rev: number) => Promise<Field>;
  replaceOption: (api: ApiClient, eventId: number, fieldId: number, option: string, body: OptionOrder) => Started;
  undoOption: (api: ApiClient, eventId: number, fieldId: number, jobId: number) => Started;
  changeKind: (api: ApiClient, eventId: number, fieldId: number, body: KindOrder) => Started;
  undoKind: (api: ApiClient, eventId: number, fieldId: number, jobId: number) => Started;
  remove: (api: ApiClient, eventId: number, fieldId: number, rev: number) => Started;
  /** Where fields can be added that profiles usually have. */
  addUsual?: (api: ApiClient, eventId: number, fields: UsualOrder) => Promise<UsualAnswer>;
  /** Where fields of another event can be taken. */
  take?: (api: ApiClient, eventId: number, body: FieldTaking) => Promise<FieldsTaken>;
}

/** Calls that come when the first of them is made: only the page of an area needs them, and its store is there on all pages. */
function whenAsked(load: () => Promise<{ calls: FieldCalls }>): Required<FieldCalls> {
  const call =
    (name: keyof FieldCalls) =>
    async (...of: readonly unknown[]) => {
      const { calls } = await load();
      return (calls[name] as (...of: readonly unknown[]) => Promise<unknown>)(...of);
    };
  return new Proxy({} as Required<FieldCalls>, { get: (_, name) => call(name as keyof FieldCalls) });
}

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
    })
    .volatile(() => ({
      listing: tracking(),
      counting: tracking(),
      /** By field, and by NEW. */
      saving: trackings(),
      ordering: tracking(),
      adding: tracking(),
      doubling: tracking(),
      mentioning: tracking(),
      /** By field, as are the jobs. */
      replacing: trackings(),
      stopping: tracking(),
      running: {} as RunningJobs,
      /** Whose fields are shown. */
      eventId: undefined as number | undefined,
      /** The event whose answers were counted last. */
      counted: undefined as number | undefined,
    }))
    .views(() => ({
      get hasUsual(): boolean {
        return has.includes("addUsual");
      },
      get canTake(): boolean {
        return has.includes("take");
      },
    }))
    .actions((self) => ({
      /** Of the event whose fields are shown: an answer may come when somebody has gone on to another. */
      keep(eventId: number, fields: readonly Field[]) {
        if (self.eventId === eventId) self.fields = fields;
      },
      open(eventId: number) {
        self.eventId = eventId;
        self.fields = undefined;
      },
      put(eventId: number, field: Field) {
        if (self.eventId !== eventId) return;
        const others = self.fields ?? [];
        const isNew = !others.some(({ id }) => id === field.id);
        self.fields = isNew ? [...others, field] : others.map((one) => (one.id === field.id ? field : one));
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
      run(id: number, job: RunningJob | undefined) {
        self.running = { ...self.running, [id]: job };
      },
    }))
    .actions((self) => ({
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
        function* (eventId: number, { id, rev }: Field, change: Omit<FieldChange, "rev">) {
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

      /** What names a field beside answers. */
      listMentions: tracked(self, "mentioning", function* (eventId: number, { id }: Field) {
        return yield* wait(calls.mentions(env(self).api, eventId, id));
      }),

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
        function* (eventId: number, { id, rev }: Field, isArchived: boolean) {
          const call = isArchived ? calls.archive : calls.restore;
          const field = yield* wait(self.learned(eventId, id, call(env(self).api, eventId, id, rev)));
          self.put(eventId, field);
          return field;
        },
      ),
    }))
    .actions((self) => {
      function* ended<Result = OptionResult>(
        { id: fieldId }: Field,
        start: Started,
        {
          failed = "common:fields.option.failed",
          halted = "common:fields.stopped",
          stops = false,
          stopped,
        }: Ending = {},
      ) {
        const { api, t } = env(self);
        const { id } = (yield* wait(start)).job;
        try {
          const look = ({ state, progress }: Job) => {
            if (state === "queued" || state === "running") self.run(fieldId, { id, progress, stops });
          };
          const end = yield* jobEnd(api, id, { look });
          if (end.state === "cancelled" && stopped) yield* stopped();
          const job = mustBeDone(end, t(end.state === "cancelled" ? halted : failed));
          return { jobId: id, result: job.result as Result };
        } finally {
          self.run(fieldId, undefined);
        }
      }
      /** What was stopped comes back by a job of its own; `isBack` tells when its definition is there again. */
      function* putBack(eventId: number, { id }: Field, isBack: (field: Field) => boolean) {
        for (let left = LOOKS; left > 0; left -= 1) {
          const fields = yield* wait(calls.list(env(self).api, eventId));
          self.keep(eventId, fields);
          const now = fields.find((one) => one.id === id);
          if (now && isBack(now)) return;
          yield* wait(new Promise((done) => setTimeout(done, LOOK_MS)));
        }
      }
      function* renewed(eventId: number) {
        try {
          self.keep(eventId, yield* wait(calls.list(env(self).api, eventId)));
          self.keepUse(eventId, (yield* wait(calls.count(env(self).api, eventId))).keys);
        } catch {
          // What was done is done: that its list cannot be had is the list's to say.
          if (self.eventId !== eventId) return;
          void self.list(eventId);
          void self.countAnswers(eventId);
        }
      }
      return {
        /** Takes an option out, its answers away or over to another; a dry run tells what that would change. */
        replaceOption: trackedOf(
          self,
          "replacing",
          OF_FIELD,
          function* (
            eventId: number,
            field: Field,
            option: string,
            into: string | undefined,
            mode: OptionOrder["mode"],
          ) {
            const { id, rev } = field;
            const before = optionIn(field, option);
            const isBack = (now: Field) => optionIn(now, option) === before;
            const body = { rev, mode, ...(into === undefined ? {} : { into }) };
            const start = calls.replaceOption(env(self).api, eventId, id, option, body);
            const done = yield* ended(field, self.learned(eventId, id, start), {
              stops: true,
              ...(mode === "apply" && { stopped: () => putBack(eventId, field, isBack) }),
            });
            if (mode === "apply") yield* renewed(eventId);
            return done;
          },
        ),

        /** Makes it a field of another kind; a dry run tells what becomes of its answers. */
        changeKind: trackedOf(
          self,
          "replacing",
          OF_FIELD,
          function* (eventId: number, field: Field, order: Omit<KindOrder, "rev">) {
            const start = calls.changeKind(env(self).api, eventId, field.id, { ...order, rev: field.rev });
            const isApplied = order.mode === "apply";
            const done = yield* ended<KindResult>(field, self.learned(eventId, field.id, start), {
              failed: "common:fields.change.failed",
              stops: true,
              ...(isApplied && { stopped: () => putBack(eventId, field, ({ kind }) => kind === field.kind) }),
            });
            if (isApplied) yield* renewed(eventId);
            return done;
          },
        ),

        /** Stopped, the field is of the new kind again. */
        undoKind: trackedOf(self, "replacing", OF_FIELD, function* (eventId: number, field: Field, jobId: number) {
          const start = calls.undoKind(env(self).api, eventId, field.id, jobId);
          const done = yield* ended<KindResult>(field, start, {
            failed: "common:fields.change.failed",
            halted: "common:fields.undoStopped",
            stops: true,
            stopped: () => putBack(eventId, field, ({ kind }) => kind === field.kind),
          });
          yield* renewed(eventId);
          return done;
        }),

        /** Removes an archived field with its answers, for good. */
        remove: trackedOf(self, "replacing", OF_FIELD, function* (eventId: number, field: Field) {
          const { id, rev } = field;
          const start = self.learned(eventId, id, calls.remove(env(self).api, eventId, id, rev));
          const done = yield* ended<FieldRemoval>(field, start, {
            failed: "common:fields.removal.failed",
            stops: true,
          });
          yield* renewed(eventId);
          return done;
        }),

        stop: tracked(self, "stopping", function* (id: number) {
          const running = self.running[id];
          if (running) yield* wait(env(self).api.call(cancelJob, { params: { jobId: running.id } }));
        }),

        /** Stopped, the option is taken out again. */
        undoOption: trackedOf(self, "replacing", OF_FIELD, function* (eventId: number, field: Field, jobId: number) {
          const isOut = ({ options }: Field) => options.length === field.options.length;
          const done = yield* ended(field, calls.undoOption(env(self).api, eventId, field.id, jobId), {
            halted: "common:fields.undoStopped",
            stops: true,
            stopped: () => putBack(eventId, field, isOut),
          });
          yield* renewed(eventId);
          return done;
        }),
      };
    });
}

export interface FieldsStoreInstance extends Instance<ReturnType<typeof fieldsStore>> {}
