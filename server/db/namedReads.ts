// Questions that are asked all the time are given a name, under which each connection of PostgreSQL keeps what it has made of
// them: reading and planning some of them takes several times as long as answering.
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { isOften } from "./lane.ts";

/** Names that are given; what comes later is asked without. */
const NAMES = 200;

/** A pooler in between lost the name, another one's has it, or the table has changed since. */
const LOST = new Set(["26000", "42P05", "0A000"]);

/** A pool of connections that only read, for Kysely. */
export function namedReads(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  let isKept = true;

  function nameOf(text: string): string | undefined {
    if (!isKept || !isOften(text)) return undefined;
    const name = names.get(text) ?? (names.size < NAMES ? `lanyard_${names.size + 1}` : undefined);
    if (name) names.set(text, name);
    return name;
  }

  async function ask(client: pg.PoolClient, text: string, values: unknown[]) {
    const name = nameOf(text);
    if (!name) return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!LOST.has((error as { code?: string }).code ?? "")) throw error;
      // Nothing is written here, so it may be asked once more.
      isKept = false;
      return client.query(text, values);
    }
  }

  function named(client: pg.PoolClient): PostgresPoolClient {
    const before = known.get(client);
    if (before) return before;
    const query = (text: unknown, values?: readonly unknown[]) =>
      typeof text === "string" ? ask(client, text, [...(values ?? [])]) : client.query(text as pg.Submittable);
    const made = { query, release: () => client.release() } as unknown as PostgresPoolClient;
    known.set(client, made);
    return made;
  }

  return { connect: async () => named(await pool.connect()), end: () => pool.end() };
}
