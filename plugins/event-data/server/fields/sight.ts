// What somebody may see of an event's own fields: the one place that tells, and that takes the rest out of values.
import type { Field } from "#schemas/fields.ts";
import { type Db, type Dialect, readyRows, sql, type Who } from "#server";
import type { Fields } from "../../contract.ts";
import type { EventDataTables } from "../tables.ts";

/** By what it is told which columns of other areas somebody may see. */
export type Sight = Pick<Who, "accessRole" | "permissions">;

/**
 * Keys of own fields that somebody may not see. Keys that no field describes are nobody's secret. `by` says who that is; without it
 * nobody asks, and nothing is kept from them.
 */
export type Hidden = readonly string[] & { readonly by?: Sight };

const OWN = "fields.";
/** The strongest role: no field is hidden from it. */
const STRONGEST = 1;

/** What somebody of this role may know of: a field whose answers are hidden from them is hidden too. */
export function visibleTo(all: readonly Field[], role: number): Field[] {
  return all.filter(({ see_role }) => role <= see_role);
}

/** The keys of those fields, archived ones too, whose answers are hidden from a role. */
export function hiddenOf(all: readonly Pick<Field, "key" | "see_role">[], role: number): Hidden {
  return all.filter(({ see_role }) => role > see_role).map(({ key }) => key);
}

const made = new Map<Dialect, ReturnType<typeof hiddenIn>>();

/** Every question about profiles asks this. */
function findHidden(dialect: Dialect): ReturnType<typeof hiddenIn> {
  const known = made.get(dialect) ?? hiddenIn(dialect);
  made.set(dialect, known);
  return known;
}

const hiddenIn = (dialect: Dialect) =>
  readyRows((db, appId: number, eventId: number, role: number) =>
    db
      .withTables<EventDataTables>()
      .selectFrom("event_data_field")
      .select(["key", "definition"])
      .where("app_id", "=", appId)
      .where("event_id", "in", [0, eventId])
      .where(sql<boolean>`${dialect.jsonNumber(sql.ref("definition"), "see_role")} < ${role}`)
      .orderBy("key"),
  );

interface Kept {
  rulesRev: number;
  keys: Promise<readonly string[]>;
}
const KEPT = 2000;
// By what asks the database, so that two databases in one process never answer for each other.
const kept = new WeakMap<object, Map<string, Kept>>();

/**
 * The keys of those fields of an event, archived ones too, whose answers are hidden from somebody. Where the request found the
 * app's rules at a revision, they are looked up once for it.
 */
export async function hiddenKeys(
  db: Db,
  dialect: Dialect,
  event: { id: number; app_id: number },
  who: Seer & { rulesRev?: number | undefined },
): Promise<Hidden> {
  const keys = await keysHidden(db, dialect, event, who);
  return Object.assign([...keys], { by: { accessRole: who.accessRole, permissions: who.permissions ?? {} } });
}

/** Who reads; without permissions it is somebody of whom no more is known than the role. */
export type Seer = Pick<Sight, "accessRole"> & Partial<Sight>;

async function keysHidden(
  db: Db,
  dialect: Dialect,
  event: { id: number; app_id: number },
  { accessRole, rulesRev }: Seer & { rulesRev?: number | undefined },
): Promise<readonly string[]> {
  if (accessRole <= STRONGEST) return [];
  if (rulesRev === undefined || db.isTransaction) return lookUp(db, dialect, event, accessRole);
  const asker = db.getExecutor();
  const known = kept.get(asker) ?? new Map<string, Kept>();
  kept.set(asker, known);
  const key = `${event.id} ${accessRole}`;
  const found = known.get(key);
  if (found?.rulesRev === rulesRev) return found.keys;
  const keys = lookUp(db, dialect, event, accessRole);
  known.delete(key);
  known.set(key, { rulesRev, keys });
  if (known.size > KEPT) known.delete(known.keys().next().value as string);
  keys.catch(() => known.delete(key));
  return keys;
}

async function lookUp(
  db: Db,
  dialect: Dialect,
  event: { id: number; app_id: number },
  accessRole: number,
): Promise<readonly string[]> {
  const rows = await findHidden(dialect)(db as never, event.app_id, event.id, accessRole);
  const isHere = (definition: string) => {
    const { event_ids } = JSON.parse(definition) as Pick<Field, "event_ids">;
    return event_ids.length === 0 || event_ids.includes(event.id);
  };
  return rows.filter(({ definition }) => isHere(definition)).map(({ key }) => key);
}

/** A profile without the answers that are hidden. */
export function withoutHidden<T extends { fields: Fields }>(thing: T, hidden: Hidden): T {
  return hidden.some((key) => key in thing.fields) ? { ...thing, fields: without(thing.fields, hidden) } : thing;
}

type Facts = Record<string, unknown> | null;

/** Facts of a line of history without the answers that are hidden, however the line names them. */
export function factsWithout(facts: Facts, hidden: Hidden): Facts {
  if (!facts || hidden.length === 0) return facts;
  const { fields, ...rest } = without(
    facts,
    hidden.map((key) => OWN + key),
  );
  if (typeof fields !== "object" || fields === null) return fields === undefined ? rest : { ...rest, fields };
  return { ...rest, fields: without(fields as Record<string, unknown>, hidden) };
}

/** Lines of history as somebody may read them. Of a line about nothing but what is hidden there is nothing to read. */
export function linesWithout<L extends { before: Facts; after: Facts }>(lines: readonly L[], hidden: Hidden): L[] {
  if (hidden.length === 0) return [...lines];
  const size = (facts: Facts) => Object.keys(facts ?? {}).length;
  return lines.flatMap((line) => {
    const told = { ...line, before: factsWithout(line.before, hidden), after: factsWithout(line.after, hidden) };
    const isAboutHidden = size(line.before) + size(line.after) > 0 && size(told.before) + size(told.after) === 0;
    return isAboutHidden ? [] : [told];
  });
}

function without<T>(values: Readonly<Record<string, T>>, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
