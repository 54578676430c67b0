// Column types of the house's own tables. An area's tables stand in the area.
import type { Generated } from "kysely";
import type {
  LoginAttemptTable,
  LoginCodeTable,
  LoginDomainTable,
  LoginIdentityTable,
  LoginMarkTable,
  LoginProviderTable,
  LoginRulesTable,
  SecondFactorTable,
} from "./loginTables.ts";

export type CoreTables = {
  core_user: UserTable;
  core_session: SessionTable;
  core_otp: OtpTable;
  core_app: AppTable;
  core_membership: MembershipTable;
  core_event: EventTable;
  core_type: TypeTable;
  core_event_type: EventTypeTable;
  core_audit: AuditTable;
  core_job: JobTable;
  core_job_file: JobFileTable;
  core_job_piece: JobPieceTable;
  core_setting: SettingTable;
  core_idempotency: IdempotencyTable;
  core_mail: MailTable;
  core_api_token: ApiTokenTable;
  core_second_factor: SecondFactorTable;
  core_login_rules: LoginRulesTable;
  core_login_mark: LoginMarkTable;
  core_login_code: LoginCodeTable;
  core_login_provider: LoginProviderTable;
  core_login_domain: LoginDomainTable;
  core_login_identity: LoginIdentityTable;
  core_login_attempt: LoginAttemptTable;
  core_beside_column: BesideColumnTable;
  core_beside_value: BesideValueTable;
  core_beside_version: BesideVersionTable;
};

/** A column whose values an event keeps in order. */
export interface BesideColumnTable {
  id: Generated<number>;
  event_id: number;
  /** As its area names it. */
  key: string;
  /** The number of whoever has nothing in it. */
  none: Generated<number>;
  /** 1 once all profiles have a row, 0 until then. */
  ready: Generated<number>;
  /** By what its values are told, as JSON; empty before they are, and where they are counted. */
  told: Generated<string>;
  /** While not all profiles have been told of anew, the last one that has. */
  told_after: number | null;
  /** 1 where rows of profiles are read to tell its values. */
  reads: Generated<number>;
}

export interface BesideValueTable {
  of_column: number;
  thing_id: number;
  of_number: number;
  of_text: string;
  of_type: number;
  of_status: string;
  of_country: string;
}

export interface BesideVersionTable {
  event_id: number;
  version: number;
}

export interface UserTable {
  id: Generated<number>;
  /** Lower case, unique. */
  email: string;
  first_name: string;
  last_name: string;
  /** Argon2id; null until the person has chosen a password. */
  password_hash: string | null;
  rev: Generated<number>;
  created_at: string;
  updated_at: string;
  disabled_at: string | null;
}

export interface SessionTable {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the dashboard token, in hexadecimal. */
  token_hash: string;
  device: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  ended_at: string | null;
  /** The only app that it opens, where that app's own provider vouched for the person; null for all of theirs. */
  app_id: Generated<number | null>;
  /** How it began: `password`, `code`, `link`, `sso` or `invite`. */
  way: Generated<string>;
  /** Where it began; empty for sessions from before this was kept. */
  address: Generated<string>;
}

export interface OtpTable {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  expires_at: string;
  used_at: string | null;
}

export interface AppTable {
  id: Generated<number>;
  name: string;
  default_locale: string;
  /** JSON list of language tags. */
  supported_locales: string;
  /** JSON: feature_control, insights, native_integrations, notifications. */
  settings: string;
  cdp_token: string;
  rev: Generated<number>;
  /** Differs after every change of what answers depend on beside the data, as areas tell by triggers. */
  rules_rev: Generated<number>;
}

export interface MembershipTable {
  id: Generated<number>;
  user_id: number;
  app_id: number;
  role_id: number;
  /** JSON list of event ids; [-1] for all. */
  allowed_events: string;
  /** JSON map of permission keys that differ from the role's; null for none. */
  permissions: string | null;
  /** Counts up when the person's application token is renewed; null until one was issued. */
  token_generation: number | null;
  disabled_at: string | null;
  rev: Generated<number>;
}

export interface EventTable {
  id: Generated<number>;
  app_id: number;
  name: string;
  active: number;
  web_networking_activated: number;
  format: string;
  timezone: string;
  date_start: string;
  date_end: string;
  archived_at: string | null;
  rev: Generated<number>;
  created_at: string;
  updated_at: string;
}

export interface TypeTable {
  id: Generated<number>;
  app_id: number;
  type: string;
  type_category_id: number;
  rev: Generated<number>;
  /** Within its category. */
  position: Generated<number>;
  /** JSON of what the area of data types keeps about it. */
  definition: Generated<string>;
  /** No longer given to events; those that have it keep it. */
  archived_at: Generated<string | null>;
}

export interface EventTypeTable {
  event_id: number;
  type_id: number;
  /** JSON of what the event says of it otherwise than the app: its names, its picture, its colour. */
  look: Generated<string>;
  /** Within its category; null for the place that it has in the app, after those that have one here. */
  position: Generated<number | null>;
}

export interface AuditTable {
  id: Generated<number>;
  at: string;
  app_id: number | null;
  event_id: number | null;
  actor_kind: string;
  actor_id: number | null;
  actor_label: string;
  action: string;
  object_type: string;
  object_id: string;
  object_label: string;
  /** JSON of the changed fields only. */
  before: string | null;
  after: string | null;
  request_id: string;
  /** Random, and gone once the values were erased: without it nobody can try out what they were. */
  salt: string | null;
  /** Hash of salt, label and values; null in lines of earlier versions. */
  values_hash: string | null;
  /** When label and values were erased. */
  erased_at: string | null;
  /** Words of actor, label and values that databases do not fold by themselves, folded; the hash is not about them. */
  folded: Generated<string | null>;
  previous_hash: string;
  hash: string;
}

export interface JobTable {
  id: Generated<number>;
  kind: string;
  app_id: number;
  event_id: number | null;
  user_id: number;
  state: string;
  progress: number;
  /** JSON. */
  payload: string;
  result: string | null;
  error: string | null;
  /** JSON: the code of what is in `error`, and its reasons as texts of the dashboard. */
  problem: Generated<string | null>;
  /** Process that runs it, and until when it is believed to be alive. */
  worker: string | null;
  lease_until: string | null;
  created_at: string;
  finished_at: string | null;
  /** JSON: where a job that is taken up again goes on, and the result so far; written with the work that it tells of. */
  kept: Generated<string | null>;
  /** When what it told of people was taken away. */
  emptied_at: Generated<string | null>;
  /** The API token that asked for it, if one did. */
  token_id: Generated<number | null>;
  /** The scope that the token was asked for, where the job asks again what may be done; null for what follows from others' work. */
  scope: Generated<string | null>;
  /** How often it was begun since it last got further. */
  tries: Generated<number>;
}

export interface JobFileTable {
  job_id: number;
  /** `input` or `output`. */
  side: string;
  name: string;
  media_type: string;
}

export interface JobPieceTable {
  job_id: number;
  side: string;
  /** From 0, in the order of the file. */
  at: number;
  bytes: Buffer;
}

export interface MailTable {
  id: Generated<number>;
  app_id: number;
  recipient: string;
  subject: string;
  /** Empty once it has been sent, or is of no use any more. */
  text: string;
  /** `queued`, `sent`, `failed`, `expired`, or `kept` where nothing is sent. */
  state: string;
  attempts: Generated<number>;
  error: Generated<string | null>;
  created_at: string;
  next_at: string | null;
  sent_at: Generated<string | null>;
  /** 1 for a letter that lets its reader in: it is shown to nobody with less power than that. */
  secret: Generated<number>;
  /** What whoever follows its link is given, as JSON of a `Grant`: it is shown to nobody who has less. */
  gives: Generated<string | null>;
  /** What it is about, such as `code`. */
  kind: Generated<string>;
  /** When what it carries expires. */
  expires_at: Generated<string | null>;
  /** Until when it is tried; of letters from before there was such a time, null. */
  give_up_at: Generated<string | null>;
  /** Subject and address, folded. */
  subject_key: Generated<string>;
  recipient_key: Generated<string>;
  /** Their words, each with two spaces before it. */
  search: Generated<string>;
}

export interface SettingTable {
  key: string;
  value: string;
}

export interface IdempotencyTable {
  /** Hash of person, app and key. */
  id: string;
  app_id: number | null;
  /** Hash of method, address and body. */
  fingerprint: string;
  status: number | null;
  /** Sealed; null until it is there, where it is too long, and once it was erased. */
  reply: Buffer | null;
  created_at: string;
}

export interface ApiTokenTable {
  id: Generated<number>;
  app_id: number;
  /** Whose power bounds the token's. */
  user_id: number;
  name: string;
  /** The token's first characters, to tell it from others. */
  prefix: string;
  /** SHA-256 of the token, in hexadecimal. */
  secret_hash: string;
  /** The token before the last renewal, good until `previous_until`. */
  previous_hash: string | null;
  previous_until: string | null;
  /** JSON list of `resource:verb`. */
  scopes: string;
  /** JSON list of event ids; [-1] for all that the owner may open. */
  allowed_events: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  last_used_from: string | null;
  revoked_at: string | null;
  rev: Generated<number>;
  /** JSON list of addresses and networks that it may be used from; empty for anywhere. */
  allowed_networks: Generated<string>;
  /** When its owner was told that it is about to expire. */
  end_told_at: Generated<string | null>;
}
