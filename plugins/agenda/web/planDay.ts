// The picture of a day: a column for each stage, a block for each session, side by side where they overlap. Pure.
import type { Stage } from "../contract.ts";
import type { PlacedSession } from "./placed.ts";

export interface PlanBlock {
  placed: PlacedSession;
  /** Lane within the column, from 0, of as many as overlap there. */
  lane: number;
  lanes: number;
}

export interface PlanColumn {
  /** Undefined for sessions without a stage. */
  stage: Stage | undefined;
  blocks: PlanBlock[];
}

export interface DayPlan {
  /** Whole hours around everything, in minutes after midnight. */
  from: number;
  to: number;
  columns: PlanColumn[];
}

/** Lays out the sessions of one day; stages keep the order of the schedule, those without a session are left out. */
export function planDay(sessions: readonly PlacedSession[], stages: readonly Stage[]): DayPlan {
  const byStage = new Map<number, PlacedSession[]>();
  const homeless: PlacedSession[] = [];
  for (const placed of [...sessions].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const id = placed.session.stage?.id;
    if (id === undefined) homeless.push(placed);
    else byStage.set(id, [...(byStage.get(id) ?? []), placed]);
  }
  const columns: PlanColumn[] = stages.flatMap((stage) => {
    const own = byStage.get(stage.id);
    return own ? [{ stage, blocks: lanesOf(own) }] : [];
  });
  if (homeless.length > 0) columns.push({ stage: undefined, blocks: lanesOf(homeless) });
  const from = Math.min(...sessions.map((placed) => placed.from));
  const to = Math.max(...sessions.map((placed) => placed.to));
  return sessions.length === 0
    ? { from: 0, to: 0, columns }
    : { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60, columns };
}

/** Gives each session the first free lane; those that hang together share the width between them. */
function lanesOf(sessions: readonly PlacedSession[]): PlanBlock[] {
  const blocks: PlanBlock[] = [];
  let group: PlanBlock[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const block of group) block.lanes = ends.length;
    group = [];
    ends = [];
  };
  for (const placed of sessions) {
    if (ends.length > 0 && ends.every((end) => end <= placed.from)) close();
    const free = ends.findIndex((end) => end <= placed.from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = placed.to;
    const block = { placed, lane, lanes: 1 };
    group.push(block);
    blocks.push(block);
  }
  close();
  return blocks;
}

/** The block that an arrow key leads to: up and down within the stage, right to the nearest time of the next one and left to that of the one before. */
export function neighbourOf(plan: DayPlan, id: number, key: string): number | undefined {
  const at = plan.columns.findIndex(({ blocks }) => blocks.some(({ placed }) => placed.session.id === id));
  const column = plan.columns[at];
  if (!column) return undefined;
  const index = column.blocks.findIndex(({ placed }) => placed.session.id === id);
  if (key === "ArrowUp" || key === "ArrowDown") {
    return column.blocks[index + (key === "ArrowDown" ? 1 : -1)]?.placed.session.id;
  }
  if (key === "Home") return column.blocks[0]?.placed.session.id;
  if (key === "End") return column.blocks.at(-1)?.placed.session.id;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  const beside = plan.columns[at + (key === "ArrowRight" ? 1 : -1)];
  const from = column.blocks[index]?.placed.from ?? 0;
  const nearest = [...(beside?.blocks ?? [])].sort(
    (a, b) => Math.abs(a.placed.from - from) - Math.abs(b.placed.from - from),
  );
  return nearest[0]?.placed.session.id;
}
