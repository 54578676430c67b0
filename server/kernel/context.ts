// What a handler is given, and the types that the machinery passes around.

import type { FastifyBaseLogger } from "fastify";
import type { Kysely, Selectable } from "kysely";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import type { Manifest } from "#schemas/manifest.ts";
import type { Config } from "../config.ts";
import type { AuditEntry } from "../core/audit/audit.ts";
import type { JobRunner } from "../core/jobs/runner.ts";
import type { MailDraft, Mailer } from "../core/mail/mailer.ts";
import type { Dialect } from "../db/dialect.ts";
import type { Database } from "../db/open.ts";
import type { EventTable } from "../db/tables.ts";
import type { Offers } from "./offers.ts";
import type { Revertible } from "./plugins.ts";
import type { Speak } from "./speak.ts";

/** An open transaction for writes, a reader for safe calls. Bring your tables: `db.withTables<AgendaTables>()`. */
export type Db = Kysely<Record<never, never>>;

/** The person behind a dashboard token. */
export interface Person {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  /** The session that the token belongs to. */
  sessionId: number;
  /** The only app that the session opens, where that app's own provider vouched for the person. */
  onlyApp?: number;
  /** The API token that asks in the person's name, if one does. */
  token?: ApiToken;
}

/** An API token that may be used now. */
export interface ApiToken {
  id: number;
  name: string;
  appId: number;
  scopes: readonly string[];
  allowedEvents: readonly number[];
}

/** The app that the application token belongs to, and what the person may do in it. */
export interface AppAccess {
  id: number;
  name: string;
  accessRole: number;
  permissions: Readonly<Record<string, boolean>>;
  /** Event ids, or [-1] for all. */
  allowedEvents: readonly number[];
  /** The revision of the app's rules as the request found it: what follows from them may be kept until it differs. */
  rulesRev?: number | undefined;
}

/** A person, with role and permissions of the app that is asked about. Dashboard-level calls carry no app: role 9999, nothing allowed. */
export interface Who extends Person, Omit<AppAccess, "id" | "name"> {}

export type EventRow = Selectable<EventTable>;

/** What the whole server is made of; given to `buildApp`, replaced in tests only as values. */
export interface Deps {
  config: Config;
  database: Database;
  jobs: JobRunner;
  mailer: Mailer;
  /** Says a text of the translation files in a language. */
  speak: Speak;
  now: () => Date;
  /** Key of the application tokens. */
  secret: string;
  root: string;
  /** The manifest of every area. */
  manifests: readonly Manifest[];
  /** Every endpoint of the running server; known once it has been built. */
  endpoints: () => readonly AnyEndpoint[];
  /** What can be reverted, by the type under which the history knows it. */
  reverts: Readonly<Record<string, Revertible>>;
  /** What the areas offer under a key. */
  offered: Offers;
  /** Tests check every reply against its shape; production trusts the serialiser. */
  checkReplies: boolean;
}

/** What a job is started with. */
export interface JobDraft {
  kind: string;
  payload: unknown;
  file?: { name: string; mediaType: string; bytes: Buffer | AsyncIterable<Buffer> };
}

/** What every handler receives. `event` is there when the path names one; the machinery has proved that it may be seen. */
export interface Context<P = unknown, Q = unknown, B = unknown> {
  params: P;
  query: Q;
  body: B;
  who: Who;
  app: AppAccess;
  event: EventRow;
  db: Db;
  /** For look-ups by key on the way: in a safe call they take microseconds in this thread, else they are asked of `db`. */
  quick: Db;
  dialect: Dialect;
  now: Date;
  requestId: string;
  log: FastifyBaseLogger;
  deps: Deps;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the caller. */
  address: string;
  /** Writes a line of history in the same transaction. */
  audit: (entry: AuditEntry) => Promise<void>;
  /** Writes a letter in the same transaction; it goes out once that has committed. */
  mail: (draft: Omit<MailDraft, "appId"> & { appId?: number }) => Promise<void>;
  /** Does something once the transaction has committed, and never when it has not. */
  afterCommit: (act: () => void) => void;
  /** An address of the dashboard as people outside reach it. */
  linkTo: (path: string) => string;
  jobs: { start: (draft: JobDraft) => Promise<{ id: number; state: "queued" }> };
}

/** What is known before the transaction begins; `db` writes on its own. */
export type Before<P = unknown, Q = unknown, B = unknown> = Omit<
  Context<P, Q, B>,
  "quick" | "audit" | "mail" | "afterCommit" | "jobs"
>;
