// The history is searched without regard to accents, and what is erased is found by nothing any more.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foldedOf } from "../../../server/core/audit/folded.ts";
import { verifyAudit } from "../../../server/core/audit/verify.ts";
import { foldLines } from "../../../server/db/migrations/0435_folded_history.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

test("of what is said only the words are folded that a database would not fold, each once", () => {
  expect(foldedOf(["Plain", null, '{"company":"Ströer & Söhne","note":"Ströer – Łódź"}'])).toBe("stroer sohne lodz");
  expect(foldedOf(["Plain – “quoted”", " padded", null])).toBeNull();
});

describe.each(testDatabases)("lines of history on %s", (database) => {
  let lanyard: TestApp;
  let chief: Asker;
  let base: string;
  let type_id: number;
  beforeAll(async () => {
    lanyard = await app({ database });
    chief = await lanyard.as("super");
    base = `/1/api/container/${lanyard.bigEventId}`;
    type_id = (await chief.get(`${base}/type-category`)).data[0].types[0].id;
  });
  afterAll(() => lanyard.close());

  const searched = async (search: string) =>
    (await chief.post(`${base}/history/query`, { search, limit: 0 })).data.matched;
  const made = async (last_name: string) =>
    (await chief.post(`${base}/thing`, { type_id, first_name: "Zoë", last_name })).data;

  test("are found by words without their accents, also those from before the column was there", async () => {
    await made("Ærøskøbing-Muñoz");
    const words = ["aeroskobing", "MUNOZ zoe", "Muñoz", "munoz-aeroskobing"];
    expect(await Promise.all(words.map(searched))).toEqual([1, 1, 1, 1]);
    expect(await searched("munoz zoltan")).toBe(0);

    const { write } = lanyard.deps.database;
    const lines = () => write.selectFrom("core_audit").select(["id", "folded"]).orderBy("id").execute();
    const before = await lines();
    await write.updateTable("core_audit").set({ folded: null }).execute();
    expect(await searched("munoz")).toBe(0);
    await foldLines(write as never, lanyard.deps.database.dialect);

    expect(await lines()).toEqual(before);
    expect((await verifyAudit(lanyard.deps.database.quick)).broken).toBeUndefined();
  });

  test("are found by none of these words once they are erased, and by whoever wrote them as before", async () => {
    const { write, quick } = lanyard.deps.database;
    await write.updateTable("core_user").set({ first_name: "Žofie" }).where("email", "=", "super@demo.test").execute();
    chief = await lanyard.as("super");
    const one = await made("Çelebi");
    await chief.remove(`${base}/thing/${one.id}?rev=${one.rev}`);
    const filter = [{ field: "object_id", op: "eq", value: String(one.id) }];
    const [line] = (await chief.post(`${base}/history/query`, { filter })).data.rows;
    expect(await searched("celebi zofie")).toBe(2);

    expect((await chief.post(`${base}/history/${line.id}/erase`, {})).status).toBe(200);

    expect(await searched("celebi")).toBe(0);
    const { rows } = await sql<{ folded: string }>`select folded from core_audit where erased_at is not null`.execute(
      quick,
    );
    expect(rows.map(({ folded }) => folded)).toEqual(["zofie", "zofie"]);
    expect((await verifyAudit(quick)).broken).toBeUndefined();
    await write.updateTable("core_audit").set({ folded: "celebi" }).where("id", "=", line.id).execute();
    expect((await verifyAudit(quick)).broken).toMatchObject({ id: line.id, reason: "changed" });
  });
});
