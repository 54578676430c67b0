// Writes answers to one field anew: a page of profiles at a time, of each of them nothing but its answers, with its history.
// While the database writes one page, the next one is read.
import { CompiledQuery } from "kysely";
import type { Field } from "#schemas/fields.ts";
import { type Db, type Dialect, type JobContext, send } from "#server";
import type { Fields } from "../../../contract.ts";
import { noteReturned } from "../../bulk/returned.ts";
import { findMany } from "../../bulk/writeMany.ts";
import { OBJECT } from "../../history.ts";
import { lockThings } from "../../locks.ts";
import { answersIn, noteChange, REGISTRATION } from "../../repository.ts";
import { GIVING } from "../unique.ts";

/** Profiles that are read together. */
export const PAGE = 1000;
/** Pages a transaction, as long as nobody waits for its end. */
const TOGETHER = 10;
/** Profiles a statement. */
const AT_ONCE = 500;
/** As often those are looked at again that somebody saved between the reading and the writing. */
const ROUNDS = 3;

/** A profile of which only its answers are known. */
export interface Answering {
  id: number;
  rev: number;
  name: string;
  fields: Fields;
  /** Its answer to the field; undefined where it gives none. */
  answer: unknown;
}

/** What it answers from now on; undefined takes the answer away. */
export interface Rewritten {
  one: Answering;
  next: unknown;
}

export interface Rewriting {
  field: Pick<Field, "key">;
  eventId: number;
  pages: AsyncIterable<readonly Answering[]>;
  /** What a profile answers from now on: what it does where that is to stay. */
  next: (one: Answering) => unknown;
  /** At the beginning of each transaction. */
  begun?: (db: Db) => Promise<void>;
  /** In the transaction that wrote them. */
  wrote: (db: Db, written: readonly Rewritten[], upTo: number) => Promise<void>;
  /** At the end of each transaction. */
  ending?: (db: Db) => Promise<void>;
  /** The place to go on from. */
  keep: () => { at: unknown; result: unknown };
}

/** Gives profiles of an event other answers. Those that are to stay cost no transaction. */
export async function rewriteAll(context: JobContext, rewriting: Rewriting): Promise<void> {
  const { dialect, inTransaction, isAwaited, signal } = context;
  const { eventId, keep } = rewriting;
  const pages = new Ahead(otherwise(rewriting));
  for (let page = await pages.take(); page; page = await pages.take()) {
    const first = page;
    await inTransaction(
      async (db) => {
        await lockThings(db, dialect, eventId);
        // Whoever gives answers says so, so that orders of lists are not filled meanwhile.
        await dialect.lockShared(db as never, GIVING);
        await rewriting.begun?.(db);
        await noteChange(db, eventId);
        let some: readonly Rewritten[] | undefined = first;
        for (let left = TOGETHER; some; left -= 1) {
          await rewritePage(context, db, rewriting, some, () => pages.lookAhead());
          some = left > 1 && !signal.aborted && !isAwaited() ? await pages.take() : undefined;
        }
        await rewriting.ending?.(db);
      },
      { keep },
    );
    signal.throwIfAborted();
  }
}

async function* otherwise({ pages, next }: Rewriting): AsyncGenerator<Rewritten[]> {
  for await (const page of pages) {
    const others = page.flatMap((one) => otherwiseOf(one, next));
    if (others.length > 0) yield others;
  }
}

function otherwiseOf(one: Answering, next: Rewriting["next"]): Rewritten[] {
  const answer = next(one);
  return JSON.stringify(answer) === JSON.stringify(one.answer) ? [] : [{ one, next: answer }];
}

async function rewritePage(
  context: JobContext,
  db: Db,
  { field: { key }, eventId, next, wrote }: Rewriting,
  page: readonly Rewritten[],
  meanwhile: () => void,
): Promise<void> {
  const { dialect } = context;
  const now = context.now().toISOString();
  const upTo = page.at(-1)?.one.id ?? 0;
  let left = page;
  for (let round = 0; left.length > 0 && round < ROUNDS; round++) {
    const saving = saveAnswers(db, dialect, eventId, key, left, now);
    meanwhile();
    const saved = await saving;
    const written = left.filter(({ one }) => saved.has(one.id));
    await noteFollowed(context, db, eventId, written);
    await wrote(db, written, upTo);
    for (const { one, next: answer } of written) {
      const name = `fields.${key}`;
      const object = { type: OBJECT, id: one.id, label: one.name };
      const [before, after] = [{ [name]: one.answer }, { [name]: answer ?? null }];
      await context.audit(db, { action: "save", object, before, after }, eventId);
    }
    const others = left.filter(({ one }) => !saved.has(one.id)).map(({ one }) => one.id);
    if (others.length === 0) return;
    const known = new Map(left.map(({ one }) => [one.id, one]));
    const there = await findMany(db, dialect, eventId, "id", others);
    left = there.flatMap(({ id, rev, name, fields }) => {
      const one = { ...known.get(id), id, rev, name, fields, answer: fields[key] ?? undefined };
      return otherwiseOf(one, next);
    });
  }
}

/** Answers that follow their field change nobody: what was done before, and is undone later, takes them as the fields are then. */
function noteFollowed(
  { dialect, offered, appId }: JobContext,
  db: Db,
  eventId: number,
  written: readonly Rewritten[],
): Promise<void> {
  const followed = written.map(({ one: { id, rev } }) => ({ id, from: rev, to: rev + 1 }));
  return noteReturned({ db, dialect, offered, event: { id: eventId, app_id: appId } }, followed);
}

/** Writes answers and nothing else: an order that does not depend on them is not touched. Answers whose profiles were still as they are known. */
async function saveAnswers(
  db: Db,
  { kind }: Dialect,
  eventId: number,
  key: string,
  all: readonly Rewritten[],
  now: string,
): Promise<Set<number>> {
  const columns = key === REGISTRATION ? ["fields", "folded", "registration"] : ["fields", "folded"];
  const set = columns.map((name) => `${name} = v.${name}`).join(", ");
  const names = ["id", "rev", ...columns];
  // With the plus, SQLite looks profiles up by their ids instead of walking through the event.
  const text =
    kind === "sqlite"
      ? `update event_data_thing as t set rev = t.rev + 1, updated_at = ?, ${set}
        from (select ${names.map((name, at) => `value ->> ${at} as ${name}`).join(", ")} from json_each(?)) as v
        where +t.event_id = ? and t.id = v.id and t.rev = v.rev returning id`
      : `update event_data_thing as t set rev = t.rev + 1, updated_at = $1, ${set}
        from (select ${names.map((name, at) => `(value ->> ${at})${at < 2 ? "::int" : ""} as ${name}`).join(", ")} from json_array_elements($2::json)) as v
        where t.event_id = $3 and t.id = v.id and t.rev = v.rev returning t.id`;
  const sent = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const rows = all.slice(at, at + AT_ONCE).map(({ one, next }) => {
      const { [key]: _, ...others } = one.fields;
      const fields = (next === undefined ? others : { ...one.fields, [key]: next }) as Fields;
      const answers: Record<string, string | null> = answersIn(fields);
      return [one.id, one.rev, ...columns.map((name) => answers[name])];
    });
    const asked = CompiledQuery.raw(text, [now, JSON.stringify(rows), eventId]) as CompiledQuery<{ id: number }>;
    const sending = send(db as never, asked);
    sent.push(kind === "sqlite" ? sending : await sending);
  }
  const done = await Promise.all(sent);
  return new Set(done.flatMap(({ rows }) => rows.map(({ id }) => Number(id))));
}

/** Pages of which the next one can be read while one is being written. */
class Ahead<T> {
  private following: Promise<IteratorResult<T>> | undefined;

  constructor(private readonly pages: AsyncIterator<T>) {}

  lookAhead(): void {
    this.following ??= this.pages.next();
    // Heard of by whoever takes it.
    this.following.catch(() => {});
  }

  /** The next page; nothing after the last one. */
  async take(): Promise<T | undefined> {
    const following = this.following ?? this.pages.next();
    this.following = undefined;
    const { value, done } = await following;
    return done ? undefined : value;
  }
}
