import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Migration, migrate } from "../../server/db/migrate.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { freshPlace } from "../support/app.ts";

const now = new Date("2026-03-02T09:00:00Z");

describe("migrations", () => {
  let place: Awaited<ReturnType<typeof freshPlace>>;
  let database: Database;
  beforeEach(async () => {
    place = await freshPlace();
    database = await openDatabase(place.url, { readers: 0 });
  });
  afterEach(async () => {
    await database.close();
    await place.remove();
  });

  const making = (id: string, table: string): Migration => ({
    id,
    up: async (db) => {
      await db.schema.createTable(table).addColumn("id", "integer").execute();
    },
  });

  test("are applied once, and a later step finds the rows that are there", async () => {
    const first = making("0001_a", "area_a");
    const second: Migration = {
      id: "0002_name",
      up: async (db) => {
        await db.schema
          .alterTable("area_a")
          .addColumn("name", "text", (c) => c.notNull().defaultTo("none"))
          .execute();
      },
    };

    expect(await migrate(database, [{ owner: "area", migrations: [first] }], now)).toEqual(["area/0001_a"]);
    const rows = database.write.withTables<{ area_a: { id: number; name: string } }>();
    await rows
      .insertInto("area_a")
      .values({ id: 7 } as never)
      .execute();
    expect(await migrate(database, [{ owner: "area", migrations: [first, second] }], now)).toEqual(["area/0002_name"]);

    expect(await rows.selectFrom("area_a").selectAll().execute()).toEqual([{ id: 7, name: "none" }]);
  });

  test("that fail leave nothing behind", async () => {
    const broken: Migration = {
      id: "0002_broken",
      up: async () => {
        throw new Error("no");
      },
    };

    await expect(
      migrate(database, [{ owner: "area", migrations: [making("0001_a", "area_a"), broken] }], now),
    ).rejects.toThrow("no");

    expect(await migrate(database, [{ owner: "area", migrations: [making("0001_a", "area_a")] }], now)).toEqual([
      "area/0001_a",
    ]);
  });

  test("refuse a database that a newer version made", async () => {
    const steps = [making("0001_a", "area_a"), making("0002_b", "area_b")];
    await migrate(database, [{ owner: "area", migrations: steps }], now);

    const older = migrate(database, [{ owner: "area", migrations: steps.slice(0, 1) }], now);

    await expect(older).rejects.toThrow(/newer version.*area\/0002_b/);
  });

  test("leave the tables of an area that is gone alone", async () => {
    await migrate(database, [{ owner: "gone", migrations: [making("0001_a", "gone_a")] }], now);

    await expect(migrate(database, [{ owner: "area", migrations: [] }], now)).resolves.toEqual([]);
  });
});
