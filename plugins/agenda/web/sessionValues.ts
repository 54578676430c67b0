// What the form of a session holds. Pure.
import type { Session } from "../contract.ts";

/** What the inputs hold: a place that is not chosen is undefined, and only the contract says null. */
export interface SessionValues {
  title: string;
  start: string;
  end: string;
  stage_id: number | undefined;
  track_id: number | undefined;
  kind: string;
  language: string;
}

export function valuesOf(session: Session): SessionValues {
  const { stage, track } = session;
  return {
    title: session.title,
    start: session.start,
    end: session.end,
    stage_id: stage?.id,
    track_id: track?.id,
    kind: session.kind,
    language: session.language,
  };
}
