// Rows of an event that are named by their ids are looked up, and nobody goes along all of its rows for them.
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { erasableSessions } from "../../plugins/agenda/server/erasable.ts";
import { speakersThere } from "../../plugins/agenda/server/repository.ts";
import { findMerges, standingOf } from "../../plugins/duplicates/server/merges.ts";
import { findPairs } from "../../plugins/duplicates/server/repository.ts";
import { listSources } from "../../plugins/event-data/server/columns/source.ts";
import { erasableThings } from "../../plugins/event-data/server/erasable.ts";
import { erasableMeetings } from "../../plugins/networking/server/erasable.ts";
import { getMeetings } from "../../plugins/networking/server/repository.ts";
import { namesIn } from "../../server/core/audit/referred.ts";
import type { Db, Dialect } from "../../server/kernel/index.ts";
import { app, type TestApp } from "../support/app.ts";
import { heard } from "../support/heard.ts";

let server: TestApp;
beforeAll(async () => {
  server = await app({ areaDemo: true });
});
afterAll(() => server.close());

const event = { id: 1, app_id: 1 };
const ids = Array.from({ length: 100 }, (_, at) => at + 1);
type Ask = (db: Db, dialect: Dialect) => Promise<unknown>;
const asking = (db: Db, dialect: Dialect) => ({ db, dialect, event }) as never;

test.each<[string, Ask]>([
  ["merges", (db) => findMerges(db, 1, ids)],
  ["merges that profiles were in", (db, dialect) => standingOf(db, dialect, 1, ids)],
  ["suspected pairs", (db) => findPairs(db, 1, ids)],
  ["meetings", (db) => getMeetings(db, 1, ids)],
  ["speakers", (db) => speakersThere(db, 1, ids)],
  ["where profiles came from", (db) => listSources(db, event, ids)],
  ["profiles that are there", (db, dialect) => erasableThings.there(asking(db, dialect), ids)],
  ["meetings that are there", (db, dialect) => erasableMeetings.there(asking(db, dialect), ids)],
  ["sessions that are there", (db, dialect) => erasableSessions.there(asking(db, dialect), ids)],
  ["names of speakers", (db, dialect) => namesIn("agenda_speaker")({ db, dialect, appId: 1 } as never, ids)],
])("SQLite looks up %s", async (_, ask) => {
  const { read, dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const ways: string[] = [];
  const watched = heard(server, async (query) => {
    if (!/ in \(/.test(query.sql)) return;
    const asked = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
    ways.push(...(await read.executeQuery<{ detail: string }>(asked)).rows.map(({ detail }) => detail));
  });
  Object.assign(watched, { withTables: () => watched });

  await ask(watched, dialect);

  const tables = ways.filter((way) => /^(?:SEARCH|SCAN) /.test(way) && !way.includes("json_each"));
  expect(tables.length).toBeGreaterThan(0);
  for (const way of tables) expect(way).toMatch(/PRIMARY KEY|(?:kept|dropped|meeting)_id=\?/);
});
