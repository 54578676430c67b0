// Column types of the agenda's tables. Instants are ISO strings in UTC.
import type { Generated } from "kysely";

/** A type and no interface: Kysely asks for an index signature. */
export type AgendaTables = {
  agenda_stage: StageTable;
  agenda_track: TrackTable;
  agenda_speaker: SpeakerTable;
  agenda_session: SessionTable;
  agenda_session_speaker: SessionSpeakerTable;
};

export interface StageTable {
  id: Generated<number>;
  event_id: number;
  name: string;
  position: number;
}

export interface TrackTable extends StageTable {
  colour: string | null;
}

export interface SpeakerTable {
  id: Generated<number>;
  event_id: number;
  /** The conference that counted; empty for speakers that came from no schedule. */
  source: string;
  /** Number in that source. It may stand for several people: together with the name it says who is meant. */
  external_id: string;
  name: string;
  /** Folded; as the schedule says it. It finds the profile. */
  email: Generated<string | null>;
  /** The profile that was found, or that a person chose. */
  thing_id: Generated<number | null>;
  /** 1 where a person chose: then no address finds another. */
  by_hand: Generated<number>;
}

export interface SessionTable {
  id: Generated<number>;
  event_id: number;
  source: string | null;
  external_id: string | null;
  guid: string | null;
  title: string;
  subtitle: string;
  /** Sanitised HTML. */
  abstract: string;
  /** Sanitised HTML. */
  description: string;
  kind: string;
  language: string;
  url: string;
  start_at: string;
  end_at: string;
  stage_id: number | null;
  track_id: number | null;
  rev: Generated<number>;
  created_at: string;
  updated_at: string;
}

export interface SessionSpeakerTable {
  session_id: number;
  speaker_id: number;
  position: number;
}
