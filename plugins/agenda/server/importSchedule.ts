// The importer of schedules: read, understand, plan, and then, unless it is a dry run, write in one transaction.
import { type Db, type ImportContext, type Importer, pause, problem } from "#server";
import type { ScheduleResult } from "../contract.ts";
import { type ImportPlan, planImport } from "./importPlan.ts";
import { applyPlan, loadStored } from "./importRepository.ts";
import { byEmail } from "./profiles/known.ts";
import { keepFound, listOpenEmails } from "./profiles/repository.ts";
import { lockSchedule } from "./repository.ts";
import { ScheduleRefused } from "./schedule/faults.ts";
import type { Pace, Schedule } from "./schedule/schedule.ts";

const FORMATS = ["frab-xml", "schedule-json", "ical", "open-event"] as const;
type Format = (typeof FORMATS)[number];

/** Readers come with their parsers only when a file of their kind does. */
const readers = {
  "frab-xml": async () => (await import("./schedule/frabXml.ts")).readFrabXml,
  "schedule-json": async () => (await import("./schedule/scheduleJson.ts")).readScheduleJson,
  ical: async () => (await import("./schedule/ical.ts")).readIcal,
  "open-event": async () => (await import("./schedule/openEvent.ts")).readOpenEvent,
};

export const scheduleImporter: Importer = {
  kind: "schedule",
  formats: FORMATS,
  accessRole: 95,
  permissions: ["sessions"],
  run: importSchedule,
};

/** The share of the whole that each stretch of the work takes. */
const READ = { from: 0, to: 0.4 };
const UNDERSTAND = { from: 0.4, to: 0.6 };
const WRITE = { from: 0.6, to: 1 };

async function importSchedule(context: ImportContext): Promise<ScheduleResult> {
  const schedule = await readSchedule(context);
  const { eventId, mode, db } = context;
  if (mode === "dry-run")
    return resultOf(schedule, planImport(schedule, await loadStored(db, eventId, schedule.source)));
  return context.inTransaction(
    async (transaction) => {
      await lockSchedule(transaction, context.dialect, eventId);
      const plan = planImport(schedule, await loadStored(transaction, eventId, schedule.source));
      await applyPlan(transaction, eventId, plan, context.now().toISOString(), paceOf(context, WRITE));
      const emails = await listOpenEmails(transaction, eventId);
      await keepFound(transaction, eventId, await byEmail(transaction, eventId, context.offered, emails));
      const result = resultOf(schedule, plan);
      await tell(context, transaction, schedule, result);
      return result;
    },
    { last: true },
  );
}

async function readSchedule(context: ImportContext): Promise<Schedule> {
  try {
    const read = await readers[context.format as Format]();
    const { understand } = await import("./schedule/understand.ts");
    const written = await read(Buffer.concat(await wholeOf(context.input())), paceOf(context, READ));
    return await understand(written, paceOf(context, UNDERSTAND));
  } catch (error) {
    if (!(error instanceof ScheduleRefused)) throw error;
    throw problem("invalid", { message: error.message, result: refusedResult(error) });
  }
}

async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

function paceOf({ progress, signal }: ImportContext, { from, to }: typeof READ): Pace {
  const giveWay = pause();
  return {
    step: async (done) => {
      progress(from + (to - from) * done);
      await giveWay();
      signal.throwIfAborted();
    },
  };
}

const nothing = {
  ...{ created: 0, updated: 0, unchanged: 0, skipped: 0, missing: 0 },
  ...{ stages: 0, tracks: 0, speakers: 0, zone: null },
};

function refusedResult({ fault }: ScheduleRefused): ScheduleResult {
  return { ...nothing, errors: [fault] };
}

function resultOf(schedule: Schedule, plan: ImportPlan): ScheduleResult {
  return {
    created: plan.create.length,
    updated: plan.update.length,
    unchanged: plan.unchanged,
    skipped: schedule.faults.length + schedule.left,
    missing: plan.missing,
    stages: schedule.stages.length,
    tracks: schedule.tracks.length,
    speakers: schedule.persons.size,
    zone: schedule.zone,
    errors: schedule.faults,
  };
}

async function tell(context: ImportContext, db: Db, schedule: Schedule, result: ScheduleResult): Promise<void> {
  const { created, updated, unchanged, skipped } = result;
  if (created + updated === 0) return;
  await context.audit(db, {
    action: "import",
    object: { type: "agenda", id: context.eventId, label: schedule.title || schedule.source },
    after: { created, updated, unchanged, skipped },
  });
}
