// SQL of the searches of events: which has come to its end, and by which fields the pairs that are there were found.
import type { Selectable } from "kysely";
import { type Db, sql } from "#server";
import { dropKeysAfter, type PairRow } from "./repository.ts";
import { reasonsFrom, restsWithout, scoreOf } from "./rules.ts";
import type { DuplicatesTables, SearchTable } from "./tables.ts";

const SEARCH = ["at", "hidden", "phones", "unfinished", "crowded"] as const;

const tables = (db: Db) => db.withTables<DuplicatesTables>();

/** By which own fields a search tells profiles apart. */
export interface SearchFields {
  /** Those that it does not look at. */
  hidden: readonly string[];
  /** Those that are telephone numbers by their kind. */
  phones: readonly string[];
}

/** Their names as they are stored. */
const listed = (keys: readonly string[]) => JSON.stringify([...keys].sort());
const keysIn = (list = "") => JSON.parse(list || "[]") as string[];

type SearchRow = Pick<Selectable<SearchTable>, (typeof SEARCH)[number]>;

function findSearch(db: Db, eventId: number): Promise<SearchRow | undefined> {
  return tables(db)
    .selectFrom("duplicates_search")
    .select([...SEARCH])
    .where("event_id", "=", eventId)
    .executeTakeFirst();
}

/** Pairs of several searches are there: they did not look only at what none of those looked at. */
function foundBy({ hidden, phones, unfinished }: Pick<SearchRow, "hidden" | "phones" | "unfinished">): SearchFields {
  const [unread, numbers] = [keysIn(hidden), keysIn(phones)];
  if (unfinished === "") return { hidden: unread, phones: numbers };
  const before = JSON.parse(unfinished) as SearchFields;
  return {
    hidden: unread.filter((key) => before.hidden.includes(key)),
    phones: [...new Set([...numbers, ...before.phones])],
  };
}

/**
 * The number of a new search, which is not done before `endSearch`. Where it reads other fields than the last one did, the keys
 * of all profiles are made anew.
 */
export async function beginSearch(db: Db, eventId: number, fields: SearchFields): Promise<number> {
  const [hidden, phones] = [listed(fields.hidden), listed(fields.phones)];
  const before = await findSearch(db, eventId);
  if (before && (before.hidden !== hidden || before.phones !== phones)) await dropKeysAfter(db, eventId, 0);
  const unfinished = JSON.stringify(before ? foundBy(before) : fields);
  const row = await tables(db)
    .insertInto("duplicates_search")
    .values({ event_id: eventId, at: "", number: 1, hidden, phones, unfinished })
    .onConflict((conflict) =>
      conflict
        .column("event_id")
        .doUpdateSet({ number: sql<number>`duplicates_search.number + 1`, hidden, phones, unfinished }),
    )
    .returning("number")
    .executeTakeFirstOrThrow();
  return row.number;
}

/**
 * A search has come to its end: open pairs that it did not find are no suspicion any more, unless a later one has begun to find them.
 * Those that were dismissed no longer tell what it did not look at.
 */
export async function endSearch(
  db: Db,
  eventId: number,
  number: number,
  { at, crowded }: { at: string; crowded: number },
  { hidden, phones }: SearchFields,
): Promise<void> {
  const rests = [...restsWithout(reasonsFrom(hidden, phones))];
  const when = (of: (rest: (typeof rests)[number][1]) => string | number) =>
    sql.join(
      rests.map(([list, rest]) => sql`when ${sql.lit(list)} then ${sql.lit(of(rest))}`),
      sql` `,
    );
  if (rests.length > 0)
    await tables(db)
      .updateTable("duplicates_pair")
      .set({
        score: sql<number>`case reasons ${when(scoreOf)} else score end`,
        reasons: sql<string>`case reasons ${when((rest) => JSON.stringify(rest))} else reasons end`,
      })
      .where("event_id", "=", eventId)
      .where("state", "=", "dismissed")
      .where("found_by", "<", number)
      .where(
        "reasons",
        "in",
        rests.map(([list]) => list),
      )
      .execute();
  await tables(db)
    .deleteFrom("duplicates_pair")
    .where("event_id", "=", eventId)
    .where("state", "=", "open")
    .where("found_by", "<", number)
    .execute();
  await tables(db)
    .updateTable("duplicates_search")
    .set({
      // A later one may have been quicker.
      at: sql<string>`case when at < ${at} then ${at} else at end`,
      crowded,
      unfinished: sql<string>`case when number = ${number} then '' else unfinished end`,
    })
    .where("event_id", "=", eventId)
    .execute();
}

/** When the last search that came to its end began, whether one has begun since, and by which own fields pairs were found. */
export async function lastSearch(
  db: Db,
  eventId: number,
): Promise<{ at: string | null; isUnfinished: boolean; crowded: number } & SearchFields> {
  const row = await findSearch(db, eventId);
  if (!row) return { at: null, isUnfinished: false, crowded: 0, hidden: [], phones: [] };
  return { at: row.at || null, isUnfinished: row.unfinished !== "", crowded: row.crowded, ...foundBy(row) };
}

/**
 * Pairs that were kept a while, as they may stand in an event that is searched by other fields than those of then: the next search
 * finds the open ones again, and those that were dismissed tell nothing of what has been hidden since.
 */
export function asSearchedNow<P extends Pick<PairRow, "state" | "reasons" | "score">>(
  pairs: readonly P[],
  then: string,
  now: string,
): P[] {
  const [before, after] = [then, now].map((by) => JSON.parse(by) as SearchFields) as [SearchFields, SearchFields];
  const hidden = after.hidden.filter((key) => !before.hidden.includes(key));
  const rests = restsWithout(reasonsFrom(hidden, [...before.phones, ...after.phones]));
  return pairs.flatMap((pair) => {
    const rest = rests.get(pair.reasons);
    if (pair.state !== "dismissed") return [];
    return rest ? { ...pair, reasons: JSON.stringify(rest), score: scoreOf(rest) } : pair;
  });
}

/** By which own fields the keys of the event are made now. */
export async function searchedBy(db: Db, eventId: number): Promise<string> {
  const row = await findSearch(db, eventId);
  return JSON.stringify({ hidden: keysIn(row?.hidden), phones: keysIn(row?.phones) });
}
