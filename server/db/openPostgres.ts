// PostgreSQL: a pool that writes, a pool that can only read, and one connection that listens.
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { type Channel, Listeners, type Topic } from "./channel.ts";
import { dialects } from "./dialect.ts";
import { type Heard, heardBy } from "./heard.ts";
import { withLastWords } from "./lastWords.ts";
import { namedReads } from "./namedReads.ts";
import type { Database } from "./open.ts";
import type { CoreTables } from "./tables.ts";

const CONNECT_MS = 10_000;
const READ_MS = 30_000;
const WRITE_MS = 120_000;
const IDLE_TRANSACTION_MS = 300_000;
const AGAIN_MS = 1000;
const CHANNEL = "lanyard";

/**
 * What holds for connections that read: short questions of a database that lies in memory or on a disk without a head. One
 * processor each: where it has few, helpers take longer than they spare, and the server waits for its turn behind them.
 */
const READING = [
  "default_transaction_read_only=on",
  "jit=off",
  "random_page_cost=1.1",
  "work_mem=16MB",
  "max_parallel_workers_per_gather=0",
];

/** Opens both pools with `size` connections each at most; none is made before it is needed. */
export async function openPostgres(url: string, size: number, log?: Heard): Promise<Database> {
  // Counts come as bigint; none of ours leaves the safe range.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const shared = { connectionString: url, max: size, connectionTimeoutMillis: CONNECT_MS, keepAlive: true };
  const writers = new pg.Pool({
    ...shared,
    application_name: "lanyard",
    // Literals are quoted by this rule.
    options: "-c standard_conforming_strings=on",
    statement_timeout: WRITE_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  });
  const readers = new pg.Pool({
    ...shared,
    application_name: "lanyard reads",
    statement_timeout: READ_MS,
    options: READING.map((setting) => `-c ${setting}`).join(" "),
  });
  // A connection that dies between two queries must not end the process, whether it waits in the pool or a transaction holds
  // it: the next query on it fails, and the one after gets a new connection.
  for (const pool of [writers, readers]) {
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
  }
  const write = new Kysely<CoreTables>({ dialect: withLastWords({ pool: writers }), ...heardBy(log, "write") });
  const read = new Kysely<CoreTables>({
    dialect: new PostgresDialect({ pool: namedReads(readers) }),
    ...heardBy(log, "read"),
  });
  const channel = new PostgresChannel(url, writers);
  return {
    dialect: dialects.postgres,
    write,
    background: write,
    read,
    quick: read,
    channel,
    close: async () => {
      await channel.close();
      await Promise.all([write.destroy(), read.destroy()]);
    },
  };
}

/** `listen` and `notify`. The listening connection is made with the first listener and made again when it breaks. */
class PostgresChannel implements Channel {
  private readonly listeners = new Listeners();
  private client: pg.Client | undefined;
  private connecting: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly pool: pg.Pool,
  ) {}

  tell(topic: Topic, text: string): void {
    if (this.closed) return;
    this.pool.query("select pg_notify($1, $2)", [CHANNEL, JSON.stringify([topic, text])]).catch(() => {});
  }

  on(topic: Topic, listener: (text: string) => void): () => void {
    this.connecting ??= this.connect();
    return this.listeners.on(topic, listener);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.connecting;
    await this.client?.end().catch(() => {});
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, application_name: "lanyard listens", keepAlive: true });
    client.on("notification", ({ payload }) => this.hear(payload));
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.client = client;
      client.on("end", () => this.again());
    } catch {
      client.end().catch(() => {});
      this.again();
    }
  }

  private again(): void {
    this.client = undefined;
    if (this.closed) return;
    const timer = setTimeout(() => {
      if (this.closed) return;
      this.connecting = this.connect();
    }, AGAIN_MS);
    timer.unref();
  }

  private hear(payload = ""): void {
    try {
      const [topic, text] = JSON.parse(payload) as [Topic, string];
      this.listeners.hear(topic, text);
    } catch {
      // Somebody else's message on our channel.
    }
  }
}
