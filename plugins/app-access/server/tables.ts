// Column types of this area's tables.
import type { Generated } from "kysely";

export type AppAccessTables = {
  /** How far participants have come into the event app; nobody has a row of whom there is nothing to tell. */
  app_access_profile: {
    thing_id: number;
    event_id: number;
    /** When the last log-in e-mail was sent. */
    mailed_at: string | null;
    /** When a log-in link was first opened. */
    opened_at: string | null;
    /** When they logged in for the first time. */
    entered_at: string | null;
    /** When they were last in the app. */
    seen_at: string | null;
  };
  app_access_link: {
    id: Generated<number>;
    event_id: number;
    thing_id: number;
    /** SHA-256 of the token; the token itself is kept nowhere. */
    hash: string;
    made_at: string;
    expires_at: string;
    used_at: string | null;
    /** When a newer one took its place. */
    superseded_at: string | null;
    /** Who logs in as the participant with it, and what they were called; null where it is the participant's own. */
    as_id: number | null;
    as_name: string | null;
  };
};
