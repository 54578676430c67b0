// The line of history that is open, its export, and what is taken back.
import { type Instance, types } from "mobx-state-tree";
import type { Access } from "#schemas/access.ts";
import { getJobFile } from "#schemas/core.ts";
import { listFields } from "#schemas/fieldList.ts";
import type { Field } from "#schemas/fields.ts";
import { env, formatNumber, jobShown, tracked, tracking, Waiting, wait } from "#web";
import {
  eraseHistory,
  type HistoryDay,
  type HistoryLine,
  type HistoryQuestion,
  listHistoryDays,
  queryHistory,
  revertChange,
  startHistoryExport,
} from "../contract.ts";

/** What was taken back, in words. */
function reverted(
  t: (key: string, options?: Record<string, unknown>) => string,
  line: HistoryLine,
  count: number,
): string {
  if (line.reversal === "remove") return t("history:reverted.remove", { name: line.object_label });
  if (line.reversal === "bring_back") return t("history:reverted.bring_back", { name: line.object_label });
  return t("history:reverted", { count, number: formatNumber(count) });
}

export const HistoryStore = types
  .compose(
    Waiting,
    types.model("History", {
      opened: types.maybe(types.frozen<HistoryLine>()),
      /** Which line was to be opened and is not there. */
      missing: types.maybe(types.number),
      /** The event's own fields, for their names; none where they may not be read. */
      fields: types.optional(types.frozen<readonly Field[]>(), []),
      days: types.maybe(types.frozen<readonly HistoryDay[]>()),
    }),
  )
  .volatile(() => ({
    opening: tracking(),
    counting: tracking(),
    naming: tracking(),
    reverting: tracking(),
    erasing: tracking(),
    exporting: tracking(),
  }))
  .actions((self) => ({
    show(line: HistoryLine | undefined): void {
      self.opened = line;
      self.reverting.problem = undefined;
      self.erasing.problem = undefined;
    },
  }))
  .actions((self) => ({
    query(eventId: number, question: HistoryQuestion, signal?: AbortSignal) {
      return env(self).api.call(queryHistory, { params: { eventId }, body: question, signal });
    },

    countDays: tracked(self, "counting", function* (eventId: number, everywhere: boolean, zone: string) {
      const query = { everywhere, zone };
      self.days = yield* wait(env(self).api.call(listHistoryDays, { params: { eventId }, query }));
    }),

    listFields: tracked(self, "naming", function* (eventId: number) {
      self.fields = [];
      if (env(self).session.isAllowed(listFields.access as Access) !== true) return;
      self.fields = yield* wait(env(self).api.call(listFields, { params: { eventId }, query: {} }));
    }),

    /** The line that the address names. */
    open: tracked(self, "opening", function* (eventId: number, id: number) {
      if (self.opened?.id === id) return;
      const body = { filter: [{ field: "id", op: "eq" as const, value: id }], everywhere: true, limit: 1 };
      const { rows } = yield* wait(env(self).api.call(queryHistory, { params: { eventId }, body }));
      self.show(rows[0]);
      self.missing = rows[0] ? undefined : id;
    }),

    /** Takes a change back, or only some of its fields. */
    revert: tracked(self, "reverting", function* (eventId: number, line: HistoryLine, fields?: string[]) {
      const { api, notices, t } = env(self);
      const body = fields ? { fields } : {};
      const done = yield* wait(api.call(revertChange, { params: { eventId, lineId: line.id }, body }));
      notices.success(reverted(t, line, done.fields.length), { title: t("common:toast.successful") });
      return done;
    }),

    /** Erases the name and the values of something that is gone, wherever the history tells of it. */
    erase: tracked(self, "erasing", function* (eventId: number, line: HistoryLine) {
      const { api, notices, t } = env(self);
      const done = yield* wait(api.call(eraseHistory, { params: { eventId, lineId: line.id } }));
      notices.success(t("history:erased", { count: done.lines, number: formatNumber(done.lines) }), {
        title: t("common:toast.successful"),
      });
      const filter = [{ field: "id", op: "eq" as const, value: line.id }];
      const body = { filter, everywhere: true, limit: 1 };
      const { rows } = yield* wait(api.call(queryHistory, { params: { eventId }, body }));
      if (self.opened?.id === line.id) self.show(rows[0]);
      return done;
    }),

    /** The lines of a question as a CSV file; undefined when somebody has stopped it. */
    exportLines: tracked(self, "exporting", function* (eventId: number, question: HistoryQuestion) {
      const { api, t } = env(self);
      const { job } = yield* wait(api.call(startHistoryExport, { params: { eventId }, body: question }));
      const { state } = yield* jobShown(self, job.id, t("history:export.failed"));
      if (state === "cancelled") return undefined;
      return (yield* wait(api.call(getJobFile, { params: { jobId: job.id } }))) as Blob;
    }),
  }));

export interface HistoryStoreInstance extends Instance<typeof HistoryStore> {}
