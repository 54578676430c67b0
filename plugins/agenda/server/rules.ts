// What the agenda decides: which sessions clash, and whether a draft makes sense. Pure: no SQL, no clock.
import { problem } from "#server";
import { type ClashRule, LONGEST_SESSION } from "../contract.ts";

/** What the rules need to know of a session. Instants are ISO strings in UTC, which sort as text. */
export interface PlannedSession {
  id: number;
  start: string;
  end: string;
  stageId: number | null;
  speakerIds: readonly number[];
}

export interface FoundClash {
  rule: ClashRule;
  sessions: [number, number];
  /** The speaker or the stage that is needed twice. */
  subject: number;
}

/** Whether two sessions share a moment. The end belongs to neither: one that begins when the other ends is fine. */
export function overlaps(a: Pick<PlannedSession, "start" | "end">, b: Pick<PlannedSession, "start" | "end">): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Lets others go on between two sessions (see `pause`): an agenda may have ten thousand. */
export type GiveWay = () => Promise<void>;

/** Every pair that needs the same speaker or stage at once, by start; at most `limit` pairs. */
export async function findClashes(
  sessions: readonly PlannedSession[],
  limit: number,
  giveWay: GiveWay,
): Promise<FoundClash[]> {
  const inOrder = [...sessions].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.id - b.id));
  const byStage = new Map<number, PlannedSession[]>();
  const bySpeaker = new Map<number, PlannedSession[]>();
  const found: FoundClash[] = [];
  for (const session of inOrder) {
    for (const speakerId of session.speakerIds) note(found, "speaker", speakerId, bySpeaker, session);
    if (session.stageId !== null) note(found, "stage", session.stageId, byStage, session);
    if (found.length >= limit) return found.slice(0, limit);
    await giveWay();
  }
  return found;
}

/** Compares a session with those of the same subject that still run, and adds it to them. */
function note(
  found: FoundClash[],
  rule: ClashRule,
  subject: number,
  running: Map<number, PlannedSession[]>,
  session: PlannedSession,
): void {
  const still = (running.get(subject) ?? []).filter((earlier) => earlier.end > session.start);
  for (const earlier of still) {
    if (overlaps(earlier, session)) found.push({ rule, sessions: [earlier.id, session.id], subject });
  }
  still.push(session);
  running.set(subject, still);
}

/** Each with the text that says the same in the dashboard. */
const WRONG = {
  endBeforeStart: "The end must be after the start",
  tooLong: "A session lasts at most seven days",
  noStage: "This event has no such stage",
  noTrack: "This event has no such track",
} as const;

/** Refuses a draft whose times or places make no sense, with a sentence beside each field. */
export function checkDraft(
  draft: { start: string; end: string; stage_id: number | null; track_id: number | null },
  known: { stageIds: ReadonlySet<number>; trackIds: ReadonlySet<number> },
): void {
  const wrong: Record<string, keyof typeof WRONG> = {};
  const minutes = (Date.parse(draft.end) - Date.parse(draft.start)) / 60_000;
  if (minutes < 1) wrong.end = "endBeforeStart";
  else if (minutes > LONGEST_SESSION) wrong.end = "tooLong";
  if (draft.stage_id !== null && !known.stageIds.has(draft.stage_id)) wrong.stage_id = "noStage";
  if (draft.track_id !== null && !known.trackIds.has(draft.track_id)) wrong.track_id = "noTrack";
  const said = Object.entries(wrong);
  if (said.length === 0) return;
  throw problem("invalid", {
    fields: Object.fromEntries(said.map(([field, key]) => [field, WRONG[key]])),
    reasons: Object.fromEntries(said.map(([field, key]) => [field, { text: `agenda:error.${key}`, values: {} }])),
  });
}
