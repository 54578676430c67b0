// Lists of members that are read in and undone: jobs of the server, which a reload finds again.
import type { IStateTreeNode } from "mobx-state-tree";
import { getJobFile, type Job } from "#schemas/core.ts";
import type { ReplyOf } from "#schemas/endpoint.ts";
import {
  begunIn,
  currentLocale,
  env,
  fileSent,
  jobShown,
  type Tracking,
  tracked,
  untilSeen,
  type WaitingInstance,
  wait,
} from "#web";
import {
  type Group,
  getLastMemberRun,
  importMembers,
  listGroups,
  type MembersImport,
  type MembersUndo,
  undoMembers,
} from "../contract.ts";
import type { ImportMode, Others } from "./store.ts";

/** What an undoing has put back, and whether somebody stopped it before its end. */
export interface Undone extends MembersUndo {
  isStopped: boolean;
}

/** A list that writes, or its undoing. */
export interface Going {
  id: number;
  groupId: number;
  undoes: boolean;
}

interface Imported {
  groupId: number;
  job: number;
  result: MembersImport;
  isApplied: boolean;
}

type Store = IStateTreeNode &
  WaitingInstance & {
    imported: Imported | undefined;
    stopped: ImportMode | undefined;
    lastRun: { groupId: number; run: ReplyOf<typeof getLastMemberRun> } | undefined;
    busyWith: number | undefined;
    importing: Tracking;
    undoing: Tracking;
    looking: Tracking;
    bringing: Tracking;
    keep(eventId: number, groups: readonly Group[]): void;
    forgetImport(): void;
    learned<Answer>(eventId: number, groupId: number, call: Promise<Answer>): Promise<Answer>;
  };

export function memberJobs(self: Store) {
  const goingIn = (eventId: number) => begunIn<Going>(env(self).tab, `custom-groups.${eventId}`);
  /** What a group has after a list was read in or undone, and what can be undone next. Where that is not told, the act was done still. */
  function* relearned(eventId: number, groupId: number) {
    const { api } = env(self);
    const groups = yield* wait(api.call(listGroups, { params: { eventId } }).catch(() => undefined));
    if (groups) self.keep(eventId, groups);
    const run = yield* wait(api.call(getLastMemberRun, { params: { eventId, groupId } }).catch(() => undefined));
    if (run !== undefined) self.lastRun = { groupId, run };
  }
  /** The end of a job that writes. Where it failed, what it had done until then is there. */
  // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
  function* written(eventId: number, going: Going, failed: string): Generator<Promise<unknown>, Job, any> {
    self.busyWith = going.groupId;
    try {
      const job = yield* untilSeen(goingIn(eventId), going, jobShown(self, going.id, env(self).t(failed)));
      yield* relearned(eventId, going.groupId);
      return job;
    } catch (problem) {
      yield* relearned(eventId, going.groupId);
      throw problem;
    }
  }
  /** What a list that writes has come to; true where nobody has stopped it. */
  function* applied(eventId: number, { id, groupId }: Omit<Going, "undoes">) {
    const job = yield* written(eventId, { id, groupId, undoes: false }, "custom-groups:import.failed");
    return told(groupId, id, "apply", job);
  }
  function told(groupId: number, job: number, mode: ImportMode, { state, result }: Job): boolean {
    const isStopped = state === "cancelled";
    if (isStopped) self.stopped = mode;
    else self.imported = { groupId, job, result: result as MembersImport, isApplied: mode === "apply" };
    return !isStopped;
  }
  function* undone(eventId: number, { id, groupId }: Omit<Going, "undoes">) {
    const { state, result } = yield* written(eventId, { id, groupId, undoes: true }, "common:undoFailed");
    const back = (result as MembersUndo | undefined) ?? { added: 0, removed: 0 };
    const what: Undone = { ...back, isStopped: state === "cancelled" };
    return what;
  }
  return {
    /** Sends a list of members and waits for its job; answers true when it is done. */
    importMembers: tracked(
      self,
      "importing",
      function* (eventId: number, groupId: number, list: Blob, mode: ImportMode, others: Others) {
        const { api, t } = env(self);
        self.forgetImport();
        self.busyWith = groupId;
        const query = { mode, others, locale: currentLocale() };
        const input = { params: { eventId, groupId }, query, raw: list, rawType: "text/csv" };
        const started = yield* fileSent(self, (way) =>
          self.learned(eventId, groupId, api.call(importMembers, { ...input, ...way })),
        );
        if (!started) {
          // Nothing has come of it, whatever it was to do.
          self.stopped = "dry-run";
          return false;
        }
        const { job } = started;
        if (mode === "apply") return yield* applied(eventId, { id: job.id, groupId });
        return told(groupId, job.id, mode, yield* jobShown(self, job.id, t("custom-groups:import.failed")));
      },
    ),

    getLastRun: tracked(self, "looking", function* (eventId: number, groupId: number) {
      const run = yield* wait(env(self).api.call(getLastMemberRun, { params: { eventId, groupId } }));
      self.lastRun = { groupId, run };
    }),

    /** Undoes a list that was read in; answers who was taken out and who was put in again. */
    undoMembers: tracked(self, "undoing", function* (eventId: number, groupId: number, jobId: number) {
      self.busyWith = groupId;
      const call = env(self).api.call(undoMembers, { params: { eventId, groupId, jobId } });
      const { job } = yield* wait(self.learned(eventId, groupId, call));
      return yield* undone(eventId, { id: job.id, groupId });
    }),

    /** What writes in any group of the event and was begun before a reload, as long as it is not waited for. */
    left(eventId: number): Going | undefined {
      return self.importing.busy || self.undoing.busy ? undefined : goingIn(eventId).found();
    },
    /** Whether what goes on in this group goes on without its dialog, too: it writes, and its job is known. */
    goesOn(eventId: number, groupId: number): boolean {
      return self.running !== undefined && goingIn(eventId).found()?.groupId === groupId;
    },
    awaitList: tracked(self, "importing", function* (eventId: number, going: Going) {
      self.forgetImport();
      return yield* applied(eventId, going);
    }),
    awaitUndo: tracked(self, "undoing", function* (eventId: number, going: Going) {
      return yield* undone(eventId, going);
    }),

    /** The lines that were left out, as a file. */
    leftOut: tracked(self, "bringing", function* (jobId: number) {
      return (yield* wait(env(self).api.call(getJobFile, { params: { jobId } }))) as Blob;
    }),
  };
}
