// What the agenda tells of events: how many sessions there are, when and where, and what clashes.
import type { Change, Count, Step } from "#schemas/overview.ts";
import { CHANGES_TOLD, changeOf, type EventRow, latestAudit, pause, type TellContext, type Telling } from "#server";
import { byDay, byHour, byStage, type Timed } from "./figures.ts";
import { listPlanned, listStages } from "./repository.ts";
import { findClashes, type PlannedSession } from "./rules.ts";

/** Pairs that are counted; whoever has more has other worries than their number. */
const MOST_CLASHES = 10_000;

/** As sessions, and the programme as a whole, stand in the history. */
const OBJECTS = ["session", "agenda"];

const agendaOf = (event: { id: number }, query = "") => `/event-details/${event.id}/agenda${query}`;
const timed = (planned: readonly PlannedSession[], { timezone }: EventRow): Timed[] =>
  planned.map(({ start, end, stageId }) => ({ start, end, stageId, timezone }));

/** What was changed last in the programme; what is gone leads to all of it. */
async function latest({ db, dialect, app }: TellContext, eventId: number | undefined): Promise<Change[]> {
  const lines = await latestAudit(db, dialect, app, eventId, OBJECTS);
  return lines.slice(0, CHANGES_TOLD).map((line) => {
    const isThere = line.kind === "session" && line.action !== "remove";
    return changeOf(line, agendaOf({ id: line.event }, isThere ? `?session=${line.objectId}` : ""));
  });
}

export const tells: Telling = {
  area: "agenda",
  rank: 20,
  access: { accessRole: 299, permissions: ["sessions"] },

  compared: [{ id: "agenda.sessions", title: { key: "agenda:tells.sessions" } }],

  ofEvent: async (context) => {
    const { db, event, brief } = context;
    const planned = await listPlanned(db, event.id);
    const giveWay = pause();
    const clashes = (await findClashes(planned, MOST_CLASHES, giveWay)).length;
    const all = timed(planned, event);
    // A hub has no programme of its own.
    const steps = event.format === "engagement_hub" && planned.length === 0 ? [] : stepsOf(event, planned, clashes);
    const counts = countsOf(event, planned, clashes);
    if (brief) return { counts, steps };
    const stages = await listStages(db, event.id);
    const figures = [await byDay(all, giveWay, event.id), await byStage(all, giveWay, stages, event.id)];
    return { counts, steps, changes: await latest(context, event.id), figures };
  },

  ofApp: async (context) => ({ changes: await latest(context, undefined) }),

  overTime: async ({ db, events, from, to }) => {
    const all: Timed[] = [];
    for (const event of events) for (const one of timed(await listPlanned(db, event.id), event)) all.push(one);
    const only = events.length === 1 ? events[0]?.id : undefined;
    const giveWay = pause();
    const { along, series, paths, ...figure } = await byDay(all, giveWay, only);
    const [first, last] = [along.places[0], along.places.at(-1)];
    const within = along.places.flatMap((day, at) => (day >= from && day <= to ? [at] : []));
    const days = within.map((at) => along.places[at] ?? "");
    const isNone = within.every((at) => series.every(({ values }) => !values[at]));
    const hours = isNone ? undefined : await byHour(all, giveWay, days, only);
    return [
      {
        ...figure,
        along: { ...along, places: days },
        series: series.map(({ name, values }) => ({ name, values: within.map((at) => values[at] ?? 0) })),
        ...(isNone && first && last ? { elsewhere: { from: first, to: last } } : {}),
        ...(paths ? { paths: within.map((at) => paths[at] ?? "/") } : {}),
      },
      ...(hours ? [hours] : []),
    ];
  },
};

function countsOf(event: EventRow, planned: readonly PlannedSession[], clashes: number): Count[] {
  return [
    {
      id: "agenda.sessions",
      title: { key: "agenda:tells.sessions" },
      value: planned.length,
      tone: "plain",
      path: agendaOf(event),
    },
    {
      id: "agenda.clashes",
      title: { key: "agenda:tells.clashes" },
      value: clashes,
      tone: clashes > 0 ? "bad" : planned.length > 0 ? "good" : "plain",
      path: agendaOf(event, "?view=clashes"),
    },
  ];
}

function stepsOf(event: EventRow, planned: readonly PlannedSession[], clashes: number): Step[] {
  const outside = planned.filter(({ start, end }) => start < event.date_start || end > event.date_end).length;
  const homeless = planned.filter(({ stageId }) => stageId === null).length;
  const plan: Step = {
    id: "agenda.planned",
    title: { key: "agenda:tells.step.planned" },
    help: { key: "agenda:tells.step.planned.help" },
    done: planned.length > 0,
    needed: false,
    path: agendaOf(event),
  };
  // An agenda without sessions is in order only because nothing has been done.
  if (planned.length === 0) return [plan];
  return [
    plan,
    {
      id: "agenda.clear-of-clashes",
      title: { key: "agenda:tells.step.clashes" },
      ...(clashes > 0 ? { help: { key: "agenda:tells.step.clashes.help", values: { count: clashes } } } : {}),
      done: clashes === 0,
      needed: false,
      path: agendaOf(event, "?view=clashes"),
    },
    {
      id: "agenda.staged",
      title: { key: "agenda:tells.step.staged" },
      ...(homeless > 0 ? { help: { key: "agenda:tells.step.staged.help", values: { count: homeless } } } : {}),
      done: homeless === 0,
      needed: false,
      path: agendaOf(event, homeless > 0 ? "?stage=none" : ""),
    },
    {
      id: "agenda.within",
      title: { key: "agenda:tells.step.within" },
      ...(outside > 0 ? { help: { key: "agenda:tells.step.within.help", values: { count: outside } } } : {}),
      done: outside === 0,
      needed: false,
      path: agendaOf(event, outside > 0 ? "?outside=1" : ""),
    },
  ];
}
