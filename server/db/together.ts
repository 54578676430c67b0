// Look-ups that wait for a connection at the same time are asked as one question once there is one: with many requests at
// once, each of them begins with the same look-up, and its way through the pool costs more than its answer.
import type { Kysely } from "kysely";
import type { CoreTables } from "./tables.ts";

/** What a question holds at most; more wait for the next connection. */
const MOST = 100;

interface Waiting<Asked, Row> {
  asked: Asked;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

/**
 * A look-up of one row that shares its question with those that wait beside it. `question` answers the rows of all that are
 * asked, each with its place among them as `at`; what is found nowhere has none. Those that ask for the same are told the same.
 */
export function together<Asked extends readonly (string | number)[], Row extends { at: number }>(
  question: (db: Kysely<CoreTables>, asked: readonly Asked[]) => Promise<readonly Row[]>,
): (db: Kysely<CoreTables>, ...asked: Asked) => Promise<Row | undefined> {
  const queues = new WeakMap<object, Waiting<Asked, Row>[]>();

  function answer(db: Kysely<CoreTables>, queue: Waiting<Asked, Row>[]): void {
    let taken: Waiting<Asked, Row>[] = [];
    db.connection()
      .execute(async (connection) => {
        taken = queue.splice(0, MOST);
        // Those that come from here on need a connection of their own.
        if (queue.length > 0) answer(db, queue);
        const alike = new Map(taken.map(({ asked }) => [asked.join(" "), asked]));
        const keys = [...alike.keys()];
        const rows = new Map((await question(connection, [...alike.values()])).map((row) => [keys[row.at], row]));
        for (const { asked, resolve } of taken) resolve(rows.get(asked.join(" ")));
      })
      .catch((error) => {
        // Without a connection nobody was taken yet, and all that wait are told.
        for (const { reject } of taken.length > 0 ? taken : queue.splice(0)) reject(error);
      });
  }

  return (db, ...asked) =>
    new Promise((resolve, reject) => {
      const executor = db.getExecutor();
      const queue = queues.get(executor) ?? [];
      queues.set(executor, queue);
      queue.push({ asked, resolve, reject });
      if (queue.length === 1) answer(db, queue);
    });
}
