// Server faces: values that say what an area answers, runs and stores. Nothing here registers anything.
import type { Access } from "#schemas/access.ts";
import type { ImportKey, ImportResult } from "#schemas/core.ts";
import type { Ahead, Loss } from "#schemas/losses.ts";
import type { Manifest } from "#schemas/manifest.ts";
import type { FileDraft } from "../core/jobs/files.ts";
import type { MailDraft } from "../core/mail/mailer.ts";
import type { Dialect } from "../db/dialect.ts";
import type { Migration, OwnedMigrations } from "../db/migrate.ts";
import type { Context, Db, Who } from "./context.ts";
import type { Offered, Offers } from "./offers.ts";
import type { Route } from "./route.ts";
import type { Speak } from "./speak.ts";

/** What a job handler is given. It answers its result; throwing a problem fails the job with that sentence. */
export interface JobContext {
  id: number;
  payload: unknown;
  appId: number;
  eventId: number | undefined;
  who: Who;
  /** The file that the job was given, piece by piece; or the one of another job of the same person and event. */
  input: (jobId?: number) => AsyncIterable<Buffer>;
  /** What this job kept when it was last cut off, see `inTransaction`. */
  kept: { at: unknown; result: unknown } | undefined;
  /** Reads and writes outside a transaction. */
  db: Db;
  /** Reads what has been committed, off the event loop: for questions of unknown length. */
  read: Db;
  dialect: Dialect;
  /**
   * Runs in one transaction: all of it or nothing. With `last`, the job is done with this very commit and what the work
   * answers is its result, so that a crash right after it cannot have the job run again. With `keep`, asked when the work
   * is done as `last` may be, the job goes on from there after a crash, and a job that is called off has that result.
   * `meanwhile`: what there is to do while the database commits; it is not waited for.
   */
  inTransaction: <T>(
    work: (db: Db) => Promise<T>,
    options?: {
      last?: boolean | (() => boolean);
      keep?: () => { at: unknown; result: unknown };
      meanwhile?: () => void;
    },
  ) => Promise<T>;
  /** Whether somebody may be waiting for a transaction of this job to end: a long one then does so soon. */
  isAwaited: () => boolean;
  /** Whether jobs of other kinds that somebody has ordered wait for this one to end; those that only follow others, without a payload, do not count. */
  othersWait: () => Promise<boolean>;
  /**
   * Has a job of this kind run after those that wait, for the same person, app and event; without a payload not if one of the app
   * waits already.
   */
  follow: (db: Db, kind: string, payload?: unknown) => Promise<void>;
  now: () => Date;
  /** Says a text of the translation files in a language. */
  speak: Speak;
  /** From 0 to 1. */
  progress: (done: number) => void;
  /** Aborted when somebody cancels the job or the server stops. */
  signal: AbortSignal;
  /** The file that the job makes. */
  saveFile: (file: FileDraft) => Promise<void>;
  /** Adds to that file in a transaction. */
  addToFile: (db: Db, file: FileDraft) => Promise<void>;
  /** Writes a letter in a transaction; it goes out once that has committed. */
  mail: (db: Db, draft: Omit<MailDraft, "appId">) => Promise<void>;
  /** A line of history, of the job's event unless another one is named. */
  audit: (db: Db, entry: import("../core/audit/audit.ts").AuditEntry, eventId?: number) => Promise<void>;
  /** What the areas offer under a key. */
  offered: Offers;
}
/** Does the work of a job. */
export interface JobHandler {
  (context: JobContext): Promise<unknown>;
  /** What its person, and the token that ordered it, may do is asked again: see `askedAgain`. */
  readonly asksAgain?: boolean;
  /** It holds few rows at a time, so that its thread needs little room for what is soon forgotten. */
  readonly isThrifty?: boolean;
  /**
   * The kind of job that puts back what one of this kind has done for good, once somebody calls it off or it breaks; it is given
   * the same payload, with the id of that one as `job`. It cannot be called off itself.
   */
  readonly putBackBy?: string;
  /**
   * All that it does is one transaction, so that nothing has to be put back. It looks at its signal and gives way meanwhile; who
   * calls it off is heard at once, and once it has committed it is done.
   */
  readonly isWhole?: boolean;
  /**
   * Gives free what was claimed for a job of this kind, in the transaction that notes that somebody called it off or that it broke:
   * what is left can be begun again.
   */
  readonly release?: (db: Db, payload: unknown, at: Date, around: EndedEarly) => Promise<void>;
}

/** Around a job that somebody called off or that broke. */
export interface EndedEarly {
  /** Of a job of an event. */
  eventId: number | undefined;
  dialect: Dialect;
  offered: Offers;
}

/** What an importer is given besides the job's context. */
export interface ImportContext extends JobContext {
  eventId: number;
  format: string;
  typeId: number | undefined;
  /** The name of the sheet to read, where a workbook has several. */
  sheet?: string | undefined;
  /** What a row finds its profile by. */
  key?: ImportKey | undefined;
  /** The language of what is said of rows. */
  locale?: string | undefined;
  /** A dry run answers the same result and leaves nothing behind. */
  mode: "dry-run" | "apply";
}

/** Reads files of some formats into an area's tables. */
export interface Importer {
  kind: "schedule" | "thing";
  formats: readonly string[];
  /** Permission keys of which the person needs at least one. */
  permissions: readonly string[];
  /** The weakest role that may import. */
  accessRole: number;
  run: (context: ImportContext) => Promise<ImportResult>;
}

/** What an area fills an empty database with; ids of apps and events are those of the demo. */
export interface DemoContext {
  db: Db;
  dialect: Dialect;
  /** From 0 to below 1; the same row of figures every time. */
  random: () => number;
  now: Date;
  appIds: { northwind: number; harbour: number };
  /** Every demo event, oldest first. */
  events: readonly {
    id: number;
    appId: number;
    name: string;
    start: Date;
    end: Date;
    timezone: string;
    format: string;
  }[];
  /** The event of Northwind Events with thousands of profiles. */
  bigEventId: number;
  /** Data types by app, each with its category (1 participants, 2 companies, 3 items). */
  types: readonly { id: number; appId: number; name: string; categoryId: number }[];
  /** What the areas offer under a key. */
  offered: Offers;
}

/** What an area is given to tidy with. */
export interface TidyContext {
  db: Db;
  dialect: Dialect;
  now: Date;
  /** Says a text of the translation files in a language. */
  speak: Speak;
  /** An address of the dashboard as people outside reach it; undefined where that is not set. */
  linkTo: (path: string) => string | undefined;
  /** What the areas offer under a key. */
  offered: Offers;
  /** All of it or nothing; letters go out once it has committed. */
  inTransaction: <T>(work: (db: Db, mail: (draft: MailDraft) => Promise<void>) => Promise<T>) => Promise<T>;
  /** Tells whoever runs the server of a failure that holds up nothing else. */
  report: (error: unknown, what: string) => void;
}

/** What is lost when a change is taken back, and whether since something is removed or blocked. */
export interface ReversalLosses {
  by: "removing" | "blocking";
  losses: readonly Loss[];
}

/** Objects of one type whose saved changes can be taken back from the history. */
export interface Revertible {
  /** About power: taken back by people only, as it is saved by them only. */
  personal?: true;
  /** Refuses a line of what has become something else since; `event_id` is the event in whose history it stands, if any. */
  mustFit?: (context: Context, line: { object_id: string; event_id: number | null }) => Promise<void>;
  /** What the history keeps of the object, as it is now; undefined when it is gone. */
  read: (context: Context, id: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Where facts call things by names and ids: answers what brings those of an older line under the names of today.
   * Without it, facts are compared as their line has them.
   */
  namesNow?: (context: Context) => Promise<(facts: Readonly<Record<string, unknown>>) => Record<string, unknown>>;
  /** What would be lost if these facts were saved, or without facts if it were removed; undefined where nothing could be. */
  losses?: (
    context: Context,
    id: string,
    facts: Readonly<Record<string, unknown>> | undefined,
    locale: string | undefined,
  ) => Promise<ReversalLosses | undefined>;
  /** Saves these facts by the rules of the area, without a line of history: the one who reverts writes it. */
  write: (context: Context, id: string, facts: Readonly<Record<string, unknown>>, ahead: Ahead) => Promise<void>;
  /** Removes what was created by mistake, by the rules of the area; without it, a creation cannot be taken back. */
  remove?: (context: Context, id: string, ahead: Ahead) => Promise<void>;
  /** Actions of which lines about it tell what was done elsewhere: they do not keep what it was made by from being taken back. */
  elsewhere?: (offered: Offers) => readonly string[];
  /**
   * Makes what was removed anew from the facts of its line, and answers under which id it stands now. `asker` hears why that is
   * refused, and may see less than whoever the context names.
   */
  bringBack?: (
    context: Context,
    facts: Readonly<Record<string, unknown>>,
    asker: Who,
  ) => Promise<{ id: number | string }>;
  /** What these facts name that is gone by now, and so would not come back with them. */
  lostBack?: (context: Context, facts: Readonly<Record<string, unknown>>) => Promise<ReversalLosses["losses"]>;
  /** Who may make one: they may also undo that they have just removed one. Without it only the history brings it back. */
  makers?: Access;
}

/** The server face of an area. */
export interface ServerPlugin {
  id: string;
  routes: readonly Route[];
  migrations?: readonly Migration[];
  jobs?: Readonly<Record<string, JobHandler>>;
  importers?: readonly Importer[];
  demo?: (context: DemoContext) => Promise<void>;
  /** Every minute or so, on each process: takes away what has been kept long enough, tells of what is due. */
  tidy?: (context: TidyContext) => Promise<void>;
  /** By the type under which the history knows them. */
  reverts?: Readonly<Record<string, Revertible>>;
  /** Typed values for other areas, each under a key of an `offers.ts`. */
  offers?: readonly Offered[];
}

/**
 * Describes the server face of an area; checks nothing yet and touches nothing.
 * @example export default defineServerPlugin({ id: "agenda", routes: [route(listSessions, …)] });
 */
export function defineServerPlugin(face: ServerPlugin): ServerPlugin {
  return Object.freeze(face);
}

/** A set of areas that does not fit together. The message says which and why. */
export class PluginError extends Error {}

/** Checks the faces against the manifests and puts them in the order of `requires`. Throws `PluginError`. */
export function arrangePlugins(faces: readonly ServerPlugin[], manifests: readonly Manifest[]): ServerPlugin[] {
  const known = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const byId = new Map<string, ServerPlugin>();
  for (const face of faces) {
    if (!known.has(face.id)) throw new PluginError(`The server face "${face.id}" has no plugin.json of that id.`);
    if (byId.has(face.id)) throw new PluginError(`Two server faces call themselves "${face.id}".`);
    byId.set(face.id, face);
  }
  const ordered: ServerPlugin[] = [];
  const visit = (id: string, path: readonly string[]) => {
    if (path.includes(id)) throw new PluginError(`Areas require each other in a circle: ${[...path, id].join(" → ")}.`);
    for (const needed of known.get(id)?.requires ?? []) {
      if (!known.has(needed)) throw new PluginError(`The area "${id}" requires "${needed}", which is not there.`);
      visit(needed, [...path, id]);
    }
    const face = byId.get(id);
    if (face && !ordered.includes(face)) ordered.push(face);
  };
  for (const id of [...known.keys()].sort()) visit(id, []);
  return ordered;
}

/** The migrations of the areas, in their order. */
export function migrationsOf(faces: readonly ServerPlugin[]): OwnedMigrations[] {
  return faces.map((face) => ({ owner: face.id, migrations: face.migrations ?? [] }));
}
