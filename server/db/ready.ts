// Questions that every request asks: their text is made once, since making it takes longer than answering them.
import { CompiledQuery, type Kysely, type SqliteDatabase } from "kysely";
import { OFTEN } from "./lane.ts";
import type { CoreTables } from "./tables.ts";

type Value = string | number | readonly (string | number)[];

// What answers at once is asked at once: going through a queue of connections takes several times as long as the answer.
const direct = new WeakMap<object, SqliteDatabase>();

/** Lets ready questions to this Kysely be asked of the database under it, in this thread. */
export function askedDirectly<Tables>(db: Kysely<Tables>, database: SqliteDatabase): Kysely<Tables> {
  direct.set(db.getExecutor(), database);
  return db;
}

/** Whether questions to it are answered in this thread, before anything else can happen. */
export function isAskedDirectly<Tables>(db: Kysely<Tables>): boolean {
  return direct.has(db.getExecutor());
}

/** Stands for a value while the text is made. */
class Place {
  constructor(readonly at: number) {}
}

/**
 * A look-up of one row whose text does not depend on its values.
 * @example const findName = ready((db, id: number) => db.selectFrom("core_user").select("email").where("id", "=", id));
 */
export function ready<Asked extends Value[], Row>(
  question: (db: Kysely<CoreTables>, ...asked: Asked) => { compile(): CompiledQuery<Row> },
): (db: Kysely<CoreTables>, ...asked: Asked) => Promise<Row | undefined> {
  const rows = readyRows(question);
  return async (db, ...asked) => (await rows(db, ...asked))[0];
}

/** The same for some rows. */
export function readyRows<Asked extends Value[], Row>(
  question: (db: Kysely<CoreTables>, ...asked: Asked) => { compile(): CompiledQuery<Row> },
): (db: Kysely<CoreTables>, ...asked: Asked) => Promise<Row[]> {
  // Each of the two tongues has a text of its own.
  const made = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...asked) => {
    const tongue = db.getExecutor().adapter.constructor;
    let text = made.get(tongue);
    if (!text) {
      const places = asked.map((_, at) => new Place(at)) as unknown[] as Asked;
      const { sql, parameters } = question(db, ...places).compile();
      text = CompiledQuery.raw(OFTEN + sql, [...parameters]) as CompiledQuery<Row>;
      made.set(tongue, text);
    }
    const values = text.parameters.map((value) => (value instanceof Place ? asked[value.at] : value));
    const database = direct.get(db.getExecutor());
    if (database) return database.prepare(text.sql).all(values) as Row[];
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text.sql, values));
    return rows;
  };
}
