// The history of records: who changed what, before and after. Each line carries the hash of the one before it.
import { hash as hashed, randomBytes } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { wholeText } from "#schemas/plainText.ts";
import { atCommit } from "../../db/lastWords.ts";
import { sendAs } from "../../db/rows.ts";
import type { AuditTable, CoreTables } from "../../db/tables.ts";
import type { Db, Deps, Who } from "../../kernel/context.ts";
import { foldedOf } from "./folded.ts";

/** More lines than these are hashed here and put in by the hundred. */
const SAID_AT_COMMIT = 20;

/** One line of history. `before` and `after` hold only what changed; see `changes`. */
export interface AuditEntry {
  /** A verb: create, save, remove, import … */
  action: string;
  object: { type: string; id: number | string; label: string };
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** The event in whose history it stands, where the address names none or another: one that has just been made. */
  eventId?: number;
}

/** A record as lines of others tell of it: by its id they are found when it is to be erased. */
export function toldOf({ id, name }: { id: number | string; name: string }): string {
  return `${name} (${id})`.trimStart();
}

/** An entry with everything that its line says. */
export interface AuditDraft {
  entry: AuditEntry;
  at: Date;
  who: Who;
  appId: number | null;
  eventId: number | undefined;
  requestId: string;
  actorKind?: "person" | "job" | "token";
}

/** The fields in which two records differ, on both sides. */
export function changes(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const differing = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(differing.map((key) => [key, from[key]]));
  return { before: pick(before), after: pick(after) };
}

/**
 * Writes lines in the transaction of the change that they tell of, at its very end: from here to the commit all writers
 * wait for each other, since each line carries the hash of the one before it.
 */
export async function writeAudit(
  deps: Pick<Deps, "database">,
  db: Kysely<CoreTables>,
  drafts: readonly AuditDraft[],
): Promise<void> {
  const { done } = await sendAudit(deps, db, drafts);
  await done;
}

/** The same for whoever has something else to do meanwhile: more lines may follow once these are sent, and all are there when it is `done`. */
export async function sendAudit(
  deps: Pick<Deps, "database">,
  db: Kysely<CoreTables>,
  drafts: readonly AuditDraft[],
): Promise<{ done: Promise<unknown> }> {
  const { dialect } = deps.database;
  const isLittle = dialect.kind === "postgres" && drafts.length <= SAID_AT_COMMIT;
  if (drafts.length === 0 || isLittle) return { done: sayAtCommit(db, drafts) };
  let hash = lastHashes.get(db) ?? (await lockedLastHash(deps, db));
  const sent = await sendAs(db as unknown as Kysely<never>, dialect, "core_audit", COLUMNS, drafts, (draft) => {
    const line = lineOf(draft, hash);
    hash = hashOf(line);
    return COLUMNS.map((column) => (column === "hash" ? hash : line[column]));
  });
  if (db.isTransaction) lastHashes.set(db, hash);
  return sent;
}

/** Of transactions that have written lines, and so are the only ones that do until they end. */
const lastHashes = new WeakMap<Kysely<CoreTables>, string>();

async function lockedLastHash({ database }: Pick<Deps, "database">, db: Kysely<CoreTables>): Promise<string> {
  await database.dialect.lock(db as unknown as Kysely<never>, "core_audit");
  const last = await db.selectFrom("core_audit").select("hash").orderBy("id", "desc").limit(1).executeTakeFirst();
  return last?.hash ?? "";
}

/** The same for few lines, in one message with the commit: PostgreSQL itself reads the last hash and makes the next one. */
async function sayAtCommit(db: Kysely<CoreTables>, drafts: readonly AuditDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  await atCommit(db, sql`select pg_advisory_xact_lock(hashtext('core_audit'))`);
  for (const draft of drafts) {
    const line = lineOf(draft);
    const [, rest] = textOf(line);
    const values = { ...line, previous_hash: sql.ref("last.hash") };
    const hash = sql`encode(sha256(convert_to('["' || last.hash || ${sql.lit(rest)}, 'UTF8')), 'hex')`;
    const columns = COLUMNS.map((column) => {
      if (column === "hash") return hash;
      const value = values[column];
      return typeof value === "object" && value !== null ? value : sql.lit(value);
    });
    await atCommit(
      db,
      sql`insert into core_audit (${sql.join(COLUMNS.map((column) => sql.ref(column)))}) select ${sql.join(columns)}
        from (select coalesce((select hash from core_audit order by id desc limit 1), '') as hash) as last`,
    );
  }
}

const COLUMNS = [
  "at",
  "app_id",
  "event_id",
  "actor_kind",
  "actor_id",
  "actor_label",
  "action",
  "object_type",
  "object_id",
  "object_label",
  "before",
  "after",
  "request_id",
  "salt",
  "values_hash",
  "folded",
  "previous_hash",
  "hash",
] as const;

const SALT_BYTES = 16;
const SALTS = 256;
let salts = "";

/** Some are drawn at a time: drawing one takes longer than all the rest of a line. */
function nextSalt(): string {
  if (salts === "") salts = randomBytes(SALT_BYTES * SALTS).toString("hex");
  const salt = salts.slice(0, SALT_BYTES * 2);
  salts = salts.slice(SALT_BYTES * 2);
  return salt;
}

/** Values as JSON, of texts that are whole: else what is hashed here would not be what the database keeps and reads. */
function jsonOf(values: Record<string, unknown>): string {
  const json = JSON.stringify(values);
  if (!json.includes("\\ud")) return json;
  return JSON.stringify(values, (_, value) => (typeof value === "string" ? wholeText(value) : value));
}

function lineOf(
  { entry, who, at, appId, eventId, actorKind = who.token ? "token" : "person", requestId }: AuditDraft,
  previousHash = "",
) {
  const values = {
    object_label: wholeText(entry.object.label),
    before: entry.before ? jsonOf(entry.before) : null,
    after: entry.after ? jsonOf(entry.after) : null,
  };
  const salt = nextSalt();
  const actor = who.token ? `${who.token.name} (${who.firstName} ${who.lastName})` : `${who.firstName} ${who.lastName}`;
  const actor_label = wholeText(who.token ? actor : actor.trim());
  return {
    at: at.toISOString(),
    app_id: appId,
    event_id: entry.eventId ?? eventId ?? null,
    actor_kind: actorKind,
    actor_id: who.id || null,
    actor_label,
    action: entry.action,
    object_type: entry.object.type,
    object_id: String(entry.object.id),
    ...values,
    request_id: requestId,
    salt,
    values_hash: valuesHashOf({ ...values, salt }),
    folded: foldedOf([actor_label, values.object_label, values.before, values.after]),
    previous_hash: previousHash,
    erased_at: null,
  };
}

/** The hash by which a line vouches for its label and values, which themselves may be erased one day. */
export function valuesHashOf(line: Pick<Facts, "salt" | "object_label" | "before" | "after">): string {
  const values = JSON.stringify([line.object_label, line.before, line.after]);
  return hashed("sha256", `${line.salt}${values}`, "hex");
}

/** The hash of a line over all of its facts and the hash before it. */
export function hashOf(line: Facts): string {
  return hashed("sha256", textOf(line).join(line.previous_hash), "hex");
}

type Facts = Omit<Selectable<AuditTable>, "id" | "hash" | "folded">;

/** What is hashed, before and after the hash of the line before. */
function textOf(line: Facts): [string, string] {
  // Lines of earlier versions vouch for their values themselves.
  const values = line.values_hash === null ? [line.object_label, line.before, line.after] : [line.values_hash];
  const facts = [
    line.at,
    line.app_id,
    line.event_id,
    line.actor_kind,
    line.actor_id,
    line.actor_label,
    line.action,
    line.object_type,
    line.object_id,
    ...values,
    line.request_id,
  ];
  return [`["`, `",${JSON.stringify(facts).slice(1)}`];
}

/** One line as it is read: the changed fields are parsed. */
export interface AuditLine {
  id: number;
  at: string;
  actor: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The first line of each of some objects: how it came, and by whom. */
export async function firstAuditOf(
  db: Db,
  { appId, type, ids }: { appId: number; type: string; ids: readonly (number | string)[] },
): Promise<{ object_id: string; action: string; actor_kind: string }[]> {
  if (ids.length === 0) return [];
  const audit = (db as unknown as Kysely<CoreTables>).selectFrom("core_audit");
  const first = audit
    .select(({ fn }) => fn.min("id").as("id"))
    .where("object_type", "=", type)
    .where("object_id", "in", ids.map(String))
    .groupBy("object_id");
  return audit
    .select(["object_id", "action", "actor_kind"])
    .where("id", "in", first as never)
    .where("app_id", "=", appId)
    .execute();
}

/** Whose history is read. */
interface AuditObject {
  appId: number;
  type: string;
  id: number | string;
}

/** The history of one object, newest first; with `before` the lines that are older than that one. */
export async function listAuditOf(db: Db, object: AuditObject, limit = 200, before?: number): Promise<AuditLine[]> {
  const lines = linesOf(db, object).orderBy("id", "desc").limit(limit);
  const rows = await (before === undefined ? lines : lines.where("id", "<", before)).execute();
  return rows.map(({ actor_kind: _, request_id: __, ...row }) => readLine(row));
}

/** A line with what tells by which way it came to be written. */
export interface AuditSource extends AuditLine {
  actor_kind: string;
  request_id: string;
}

/**
 * Lines of one object whose values may be about one of these keys, newest first: the same keys may also stand deeper in them, or in a
 * text. No other object's lines are read.
 */
export async function listAuditNaming(
  db: Db,
  object: AuditObject,
  keys: readonly string[],
  limit: number,
  before?: number,
): Promise<AuditSource[]> {
  const lines = linesOf(db, object)
    .where(({ or, eb }) =>
      or(
        keys.flatMap((key) => {
          const pattern = `%${JSON.stringify(key)}:%`;
          return [eb("after", "like", pattern), eb("before", "like", pattern)];
        }),
      ),
    )
    .orderBy("id", "desc")
    .limit(limit);
  const rows = await (before === undefined ? lines : lines.where("id", "<", before)).execute();
  return rows.map(readLine);
}

/** The oldest line of one object that is kept. */
export async function oldestAuditOf(db: Db, object: AuditObject): Promise<AuditSource | undefined> {
  const row = await linesOf(db, object).orderBy("id").limit(1).executeTakeFirst();
  return row && readLine(row);
}

const linesOf = (db: Db, { appId, type, id }: AuditObject) =>
  (db as unknown as Kysely<CoreTables>)
    .selectFrom("core_audit")
    .select(["id", "at", "actor_label", "actor_kind", "action", "before", "after", "request_id"])
    .where("object_type", "=", type)
    .where("object_id", "=", String(id))
    .where("app_id", "=", appId);

function readLine<Row extends { actor_label: string; before: string | null; after: string | null }>({
  actor_label: actor,
  before,
  after,
  ...row
}: Row) {
  const parsed = (facts: string | null): Record<string, unknown> | null => (facts ? JSON.parse(facts) : null);
  return { ...row, actor, before: parsed(before), after: parsed(after) };
}
