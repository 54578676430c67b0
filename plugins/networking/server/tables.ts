// Column types of this area's tables.
import type { Generated } from "kysely";

export type NetworkingTables = {
  networking_location: {
    id: Generated<number>;
    event_id: number;
    rev: Generated<number>;
    name: string;
    name_key: string;
    category: string;
    /** 1 or 0. */
    is_open: Generated<number>;
    position: number;
    created_at: string;
    updated_at: string;
  };
  networking_meeting: {
    id: Generated<number>;
    event_id: number;
    rev: Generated<number>;
    start_at: string;
    end_at: string;
    location_id: number | null;
    state: string;
    source: string;
    message: string;
    reason: string;
    /** The state that it had when it was cancelled because a participant left the event. */
    left_state: string | null;
    /** Since when nobody of it is in the event any more. */
    empty_since: string | null;
    /** 1 once its time has passed while it was still asked for. */
    is_lapsed: Generated<number>;
    created_at: string;
    updated_at: string;
  };
  networking_participant: {
    meeting_id: number;
    thing_id: number;
    event_id: number;
    position: number;
    /** 1 once the profile has left the event. */
    is_gone: Generated<number>;
  };
  /** Who leaves an accepted meeting, for the letters to those who are left. */
  networking_notice: {
    meeting_id: number;
    thing_id: number;
    event_id: number;
    /** What they were called; empty once it has been told. */
    name: string;
    /** When it is told, or told otherwise; null once that has been done. */
    tell_at: string | null;
    told_at: string | null;
    /** How often its letters could not be written. */
    failures: Generated<number>;
  };
  /** What accepted meetings take up. The database itself lets no two overlap. */
  networking_booking: {
    meeting_id: number;
    event_id: number;
    /** 1 a participant, 2 a place. */
    kind: number;
    subject_id: number;
    /** Minutes since 1970; the last one is free again. */
    from_minute: number;
    to_minute: number;
  };
};
