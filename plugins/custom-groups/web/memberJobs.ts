// Lists of members that are read in and undone: jobs of the server, which a reload finds again.
import type { Job } from "#schemas/core.ts";
import type { ReplyOf } from "#schemas/endpoint.ts";
import { currentLocale, env, type JobsStore, jobShown, keptJobs, type Tracking, tracked, wait } from "#web";
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

interface Store extends JobsStore {
  imported: Imported | undefined;
  stopped: ImportMode | undefined;
  lastRun: { groupId: number; run: ReplyOf<typeof getLastMemberRun> } | undefined;
  looking: Tracking;
  keep(eventId: number, groups: readonly Group[]): void;
  learned<Answer>(eventId: number, groupId: number, call: Promise<Answer>): Promise<Answer>;
}

export function memberJobs(self: Store) {
  /** What a group has after a list was read in or undone, and what can be undone next. Where that is not told, the act was done still. */
  function* learn(eventId: number, groupId: number) {
    const { api } = env(self);
    const groups = yield* wait(api.call(listGroups, { params: { eventId } }).catch(() => undefined));
    if (groups) self.keep(eventId, groups);
    const run = yield* wait(api.call(getLastMemberRun, { params: { eventId, groupId } }).catch(() => undefined));
    if (run !== undefined) self.lastRun = { groupId, run };
  }
  const { ended, sent, acts } = keptJobs<Going>(self, {
    area: "custom-groups",
    ofOne: ({ groupId }) => groupId,
    failed: ({ undoes }) => (undoes ? "common:undoFailed" : "custom-groups:import.failed"),
    learn,
  });
  /** What a list that writes has come to; true where nobody has stopped it. */
  function* applied(eventId: number, { id, groupId }: Omit<Going, "undoes">) {
    return told(groupId, id, "apply", yield* ended(eventId, { id, groupId, undoes: false }));
  }
  function told(groupId: number, job: number, mode: ImportMode, { state, result }: Job): boolean {
    const isStopped = state === "cancelled";
    if (isStopped) self.stopped = mode;
    else self.imported = { groupId, job, result: result as MembersImport, isApplied: mode === "apply" };
    return !isStopped;
  }
  function* undone(eventId: number, { id, groupId }: Omit<Going, "undoes">) {
    const { state, result } = yield* ended(eventId, { id, groupId, undoes: true });
    const back = (result as MembersUndo | undefined) ?? { added: 0, removed: 0 };
    const what: Undone = { ...back, isStopped: state === "cancelled" };
    return what;
  }
  return {
    ...acts,

    /** Sends a list of members and waits for its job; answers true when it is done. */
    importMembers: tracked(
      self,
      "importing",
      function* (eventId: number, groupId: number, list: Blob, mode: ImportMode, others: Others) {
        const { api, t } = env(self);
        const query = { mode, others, locale: currentLocale() };
        const input = { params: { eventId, groupId }, query, raw: list, rawType: "text/csv" };
        const id = yield* sent(groupId, (way) =>
          self.learned(eventId, groupId, api.call(importMembers, { ...input, ...way })),
        );
        if (id === undefined) {
          // Nothing has come of it, whatever it was to do.
          self.stopped = "dry-run";
          return false;
        }
        if (mode === "apply") return yield* applied(eventId, { id, groupId });
        return told(groupId, id, mode, yield* jobShown(self, id, t("custom-groups:import.failed")));
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

    awaitList: tracked(self, "importing", function* (eventId: number, going: Going) {
      self.forgetImport();
      return yield* applied(eventId, going);
    }),
    awaitUndo: tracked(self, "undoing", function* (eventId: number, going: Going) {
      return yield* undone(eventId, going);
    }),
  };
}
