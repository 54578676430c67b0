// One act on several fields: each is saved by itself and counted, and the tab keeps what was done until it can no longer be undone.
import type { IAnyStateTreeNode } from "mobx-state-tree";
import type { Field, FieldChange } from "#schemas/fields.ts";
import { type ApiProblem, fieldText, problemText } from "../api/problem.ts";
import { type Env, env } from "../store/env.ts";
import { type Tracking, type Trackings, tracked, wait } from "../store/tracked.ts";
import { bulkBack, bulkChange, type FieldBulk } from "./bulkFields.ts";

/** Each event has a place of its own in the tab, and so have the fields that the events of an app share. */
const keptAt = (appId: number | undefined, eventId: number) => `fields.bulk.${appId ?? 0}.${eventId}`;
const UNDO_MS = 600_000;

type Act = Omit<FieldChange, "rev"> | "archive" | "restore";

/** A field that was changed, as the act left it, and what makes it what it was. */
interface Changed extends Pick<Field, "id" | "rev"> {
  back: Act;
}

/** An act on several fields as far as it has come, and what of it can be undone. */
export interface BulkRun {
  appId: number | undefined;
  eventId: number;
  act: FieldBulk["act"];
  of: number;
  changed: readonly Changed[];
  until: string;
}

/** What came of it; `left` were not tried, since somebody has stopped it. */
export interface BulkEnd {
  changed: number;
  failed: readonly { field: Field; why: string }[];
  left: number;
}

/** What an undoing has put back; others were changed since, were refused, or were not tried. */
export interface BulkBack {
  changed: number;
  skipped: number;
  failed: readonly { id: number; why: string }[];
  left: number;
}

/** How far it is: so many of so many, and from 0 to 1. */
export interface BulkJob {
  id: number;
  done: number;
  of: number;
  progress: number;
  stops: true;
}

/** The store whose fields they are. */
interface Fields extends IAnyStateTreeNode {
  eventId: number | undefined;
  saving: Trackings;
  bulking: Tracking;
  unbulking: Tracking;
  bulk: BulkRun | undefined;
  isHalted: boolean;
  keepBulk: (eventId: number, bulk: BulkRun | undefined) => void;
  tellBulk: (done: number | undefined, of?: number) => void;
  settle: (id: number) => void;
  save: (
    eventId: number,
    field: Pick<Field, "id" | "rev">,
    change: Omit<FieldChange, "rev">,
  ) => Promise<Field | undefined>;
  archive: (eventId: number, field: Pick<Field, "id" | "rev">, isArchived: boolean) => Promise<Field | undefined>;
}

/** Somebody has changed or removed the field since. */
const isOvertaken = ({ code }: ApiProblem) => code === "stale" || code === "not_found";
/** The rules of fields say no to this one; the others may well go. */
const isRefused = ({ code }: ApiProblem) => code.startsWith("event-data.") || code === "invalid";

/** What the rules say of a part of the field tells more than what is said of the whole. */
function whyOf(problem: ApiProblem, t: Env["t"]): string {
  const [part] = Object.keys(problem.fields);
  return (part && fieldText(problem, part, t)) || problemText(problem, t);
}

export function fieldBulk(self: Fields) {
  function* one(
    eventId: number,
    field: Pick<Field, "id" | "rev">,
    act: Act,
    // biome-ignore lint/suspicious/noExplicitAny: each `yield` has a type of its own
  ): Generator<Promise<unknown>, Field | ApiProblem | undefined, any> {
    const done = yield* wait(
      typeof act === "string" ? self.archive(eventId, field, act === "archive") : self.save(eventId, field, act),
    );
    const { problem } = self.saving.of(field.id);
    // It is told with the others, and not once more where the field is opened.
    self.settle(field.id);
    return done ?? problem;
  }
  const put = (eventId: number, run: BulkRun) => {
    const { tab } = env(self);
    const place = keptAt(run.appId, eventId);
    if (run.changed.length > 0) tab.write(place, run);
    else tab.remove(place);
    self.keepBulk(eventId, run.changed.length > 0 ? run : undefined);
  };
  return {
    runBulk: tracked(self, "bulking", function* (eventId: number, fields: readonly Field[], bulk: FieldBulk) {
      const { now, session, t } = env(self);
      const changed: Changed[] = [];
      const failed: { field: Field; why: string }[] = [];
      let done = 0;
      try {
        for (const field of fields) {
          self.tellBulk(done, fields.length);
          const after = yield* one(eventId, field, bulk.act === "archive" ? "archive" : bulkChange(field, bulk));
          done += 1;
          if (after && "id" in after) {
            changed.push({
              id: after.id,
              rev: after.rev,
              back: bulk.act === "archive" ? "restore" : bulkBack(field, bulk),
            });
            const until = new Date(now().getTime() + UNDO_MS).toISOString();
            const run = { appId: session.app?.id, eventId, act: bulk.act, of: fields.length, changed: [...changed] };
            put(eventId, { ...run, until });
          } else failed.push({ field, why: after ? whyOf(after, t) : t("common:toast.failed") });
          if (self.isHalted) break;
        }
      } finally {
        self.tellBulk(undefined);
      }
      return { changed: changed.length, failed, left: fields.length - done } satisfies BulkEnd;
    }),

    /** Puts back what the last act on several fields has changed; a field that somebody has changed since stays, and so does one that is refused. */
    undoBulk: tracked(self, "unbulking", function* (eventId: number) {
      const run = self.bulk;
      if (!run) return undefined;
      const { t } = env(self);
      const failed: { id: number; why: string }[] = [];
      let [changed, skipped] = [0, 0];
      let left = run.changed;
      try {
        for (const each of run.changed) {
          self.tellBulk(changed + skipped + failed.length, run.changed.length);
          const after = yield* one(eventId, each, each.back);
          // What has not been put back can be, once what stands in its way does no longer.
          if (!after) break;
          if ("id" in after) changed += 1;
          else if (isOvertaken(after)) skipped += 1;
          else if (isRefused(after)) failed.push({ id: each.id, why: whyOf(after, t) });
          else throw after;
          if (!failed.some(({ id }) => id === each.id)) {
            left = left.filter(({ id }) => id !== each.id);
            put(eventId, { ...run, changed: left });
          }
          if (self.isHalted) break;
        }
      } finally {
        self.tellBulk(undefined);
      }
      return { changed, skipped, failed, left: left.length - failed.length } satisfies BulkBack;
    }),

    /** Finds the last act on several fields of this event again, which a reload forgets. */
    findBulk(eventId: number): void {
      if (self.bulking.busy || self.unbulking.busy) return;
      const { now, session, tab } = env(self);
      const run = tab.read(keptAt(session.app?.id, eventId)) as BulkRun | null | undefined;
      self.keepBulk(eventId, run && Date.parse(run.until) > now().getTime() ? run : undefined);
    },
  };
}
