// Participants of many events as one question, since an app has ten thousand events. Only what everybody sees of a profile is
// searched and told, so that it matters to none of them which own fields are hidden where.
import { type Db, type Dialect, isOneOf, SLOW, sql, wordsOf } from "#server";
import type { Elsewhere } from "../../contract.ts";
import { foundWords } from "../search.ts";

type Known = Pick<Elsewhere, "id" | "name" | "email" | "company_name" | "type_id"> & { event_id: number };
type Where = ReturnType<typeof sql<boolean>>;

/** Rows that one question answers: somebody may be in many events. */
const AT_ONCE = 200;

interface Asked {
  db: Db;
  dialect: Dialect;
  /** The newest first. */
  eventIds: readonly number[];
  /** Data types of participants. */
  types: readonly number[];
}

/** Up to `most` people, each once and as the newest event has them; all that there are where nothing is searched. */
export async function findKnown(asked: Asked, search: string, most: number): Promise<Known[]> {
  const found: Known[] = [];
  const words = wordsOf(search);
  if (search.trim() !== "" && words.length === 0) return found;
  if (words.length > 0) {
    while (found.length < most && (await findMore(asked, found, asked.eventIds, words)));
    return found.slice(0, most);
  }
  for await (const eventIds of byPeople(asked)) {
    while (found.length < most && (await findMore(asked, found, eventIds, [])));
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

/** The next who are none of those found; answers whether there may be more. */
async function findMore(
  { db, dialect, types }: Asked,
  found: Known[],
  eventIds: readonly number[],
  words: readonly string[],
): Promise<boolean> {
  const { kind } = dialect;
  const keys = new Set(found.map(keyOf));
  const isOther: Where[] =
    found.length === 0
      ? []
      : [
          sql<boolean>`not (${isOneOf(
            kind,
            "email",
            found.flatMap(({ email }) => email || []),
          )})`,
          sql<boolean>`not (${isOneOf(
            kind,
            "event_data_thing.id",
            found.map(({ id }) => id),
          )})`,
        ];
  const [only] = eventIds;
  const isThere = eventIds.length === 1 ? sql<boolean>`event_id = ${only}` : isOneOf(kind, "event_id", [...eventIds]);
  const worded = words.length > 0 ? foundWords(dialect, words) : undefined;
  // SQLite goes along the events unless it is told to begin with who is found.
  const isFirst = worded !== undefined && kind === "sqlite";
  const from = isFirst ? sql`(${worded.ids}) as worded cross join event_data_thing` : sql`event_data_thing`;
  const where = [
    ...(isFirst ? [sql<boolean>`event_data_thing.id = worded.id`, worded.ofRow] : worded ? [worded.where] : []),
    isFirst ? dialect.withoutIndex(isThere) : isThere,
    isOneOf(kind, "type_id", types),
    ...isOther,
  ];
  const { rows } = await sql<Known>`${SLOW} select event_data_thing.id, type_id, name, email, company_name, event_id
    from ${from} where ${sql.join(where, sql` and `)}
    order by event_id desc, name_key, event_data_thing.id limit ${AT_ONCE}`.execute(db);
  for (const row of rows) {
    if (keys.has(keyOf(row))) continue;
    keys.add(keyOf(row));
    found.push(row);
  }
  return rows.length === AT_ONCE;
}

const keyOf = ({ email, id }: Pick<Known, "email" | "id">) => email || `${id}`;

/** The events that have participants, a large one by itself, whose order by name is kept, and small ones together, more each time. */
async function* byPeople({ db, dialect, eventIds, types }: Asked): AsyncGenerator<number[]> {
  const { rows } = await sql<{
    event_id: number;
    people: number | string;
  }>`${SLOW} select event_id, sum(count) as people
    from event_data_thing_tally
    where ${isOneOf(dialect.kind, "event_id", eventIds)} and ${isOneOf(dialect.kind, "type_id", types)}
    group by event_id having sum(count) > 0 order by event_id desc`.execute(db);
  let some: number[] = [];
  let [room, most] = [AT_ONCE, AT_ONCE];
  for (const { event_id, people } of rows) {
    if (some.length > 0 && Number(people) > room) {
      yield some;
      some = [];
      most *= 2;
      room = most;
    }
    some.push(event_id);
    room -= Number(people);
  }
  if (some.length > 0) yield some;
}
