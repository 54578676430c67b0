// Column types of the tables that this area owns.
import type { Generated } from "kysely";

export type AccountTables = {
  account_invite: InviteTable;
};

export interface InviteTable {
  id: Generated<number>;
  app_id: number;
  /** SHA-256 of the reference that stands in the letter's link. */
  reference_hash: string;
  /** Lower case. */
  email: string;
  role_id: number;
  /** JSON list of event ids; [-1] for all. */
  allowed_events: string;
  invited_by: number;
  created_at: string;
  expires_at: string;
  accepted_at: string | null;
  revoked_at: string | null;
  sent_count: number;
  /** JSON list of permission keys that the inviter could not give; null for none. */
  withheld: string | null;
}
