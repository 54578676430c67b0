// Telephone numbers: any that the one gives meets any that the other gives, whichever fields hold them.

import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { queueOf, surnameFor } from "./queue.ts";

describe.each(testDatabases)("several telephone numbers, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let expert: Asker;
  let owner: Asker;
  let surname = "";
  let count = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    [owner, expert] = [await server.as("owner"), await server.as("expert")];
  });
  beforeEach(() => {
    count += 1;
    surname = surnameFor(count);
  });
  afterAll(() => server.close());

  const { search, pairs, twins } = queueOf(
    () => place,
    () => surname,
  );
  /** No two of a test run give the same one. */
  let given = 1_000_000;
  const aNumber = () => `+44 20 7${given++}`;
  const aField = async (draft: object = {}): Promise<Field> => {
    const key = `line_${count}`;
    const made = await expert.post(`${place.path}/field`, { key, kind: "phone", labels: { "en-gb": key }, ...draft });
    expect(made.status).toBe(201);
    return made.data;
  };
  const person = (first_name: string, fields: object, last_name = surname) =>
    aProfile(place, { first_name, last_name, fields });
  const byPhone = [{ reasons: ["phone"] }];
  const db = () => server.deps.database.write as unknown as Kysely<never>;
  const numbersOf = async (...all: readonly { id: number }[]) => {
    const ids = sql.join(all.map(({ id }) => id));
    const found = await sql`select thing_id, event_id, phone from duplicates_phone where thing_id in (${ids})
      order by thing_id, phone`.execute(db());
    return found.rows;
  };

  test("the private number of the one is the mobile number of the other, however each is written", async () => {
    const { key } = await aField();
    const one = await person("Una", { mobile: aNumber(), [key]: "+49 171 2345678" });
    const other = await person("Unna", { mobile: "0171 / 234 56 78", [key]: aNumber() });
    await search();

    expect(await pairs()).toMatchObject([{ ...byPhone[0], score: 60, one: { id: one.id }, other: { id: other.id } }]);
  });

  test("among many numbers one that both give is enough, and several are one reason of one pair", async () => {
    const [first, shared, second] = [aNumber(), aNumber(), aNumber()];
    const many = (...own: string[]) =>
      Object.fromEntries([...Array.from({ length: 12 }, aNumber), ...own].map((value, at) => [`phone_${at}`, value]));
    await person("Una", many(first, shared, second));
    const other = await person("Unna", many(second, aNumber(), shared, second));
    await search();

    expect(await pairs()).toMatchObject(byPhone);
    // One that stands in two fields is one.
    expect(await numbersOf(other)).toHaveLength(15);
  });

  test("a switchboard's number that too many share keeps nobody from being found by their own", async () => {
    const crowdedBefore = (await search()).data.result.crowded;
    const [switchboard, own] = [aNumber(), aNumber()];
    await person("Una", { phone: switchboard, mobile: own });
    await person("Unna", { phone: switchboard, tel: own });
    for (let at = 0; at < 39; at++) await person("Guest", { phone: switchboard }, `${surname}x${at}`);
    const { crowded } = (await search()).data.result;

    expect(await pairs()).toMatchObject(byPhone);
    expect(crowded - crowdedBefore).toBe(1);
  });

  test("only whose number has changed is looked at again, and the pair goes and comes with it", async () => {
    const shared = aNumber();
    const one = await person("Una", { phone: aNumber(), mobile: shared });
    await person("Unna", { tel: shared });
    await search();
    const before = await pairs();
    const answer = async (rev: number, mobile: string | null) => {
      const saved = await place.asker.patch(`${place.path}/thing/${one.id}`, { rev, fields: { mobile } });
      expect(saved.status).toBe(200);
      return (await search()).data.result.keyed;
    };
    const keyed = [await answer(1, null)];
    const without = await pairs();
    keyed.push(await answer(2, shared));

    expect([before, without]).toEqual([[expect.objectContaining(byPhone[0])], []]);
    expect(await pairs()).toMatchObject(byPhone);
    expect(keyed).toEqual([1, 1]);
    expect((await search()).data.result).toMatchObject({ keyed: 0 });
  });

  test("a field that comes to be of telephone numbers counts beside those there are, and no more once it is of another kind", async () => {
    const field = await aField({ kind: "text" });
    const shared = aNumber();
    await person("Una", { mobile: aNumber(), [field.key]: shared });
    await person("Unna", { mobile: shared });
    const become = async (kind: string) => {
      const { rev } = ((await expert.get(`${place.path}/field`)).data as Field[]).find(
        ({ id }) => id === field.id,
      ) as Field;
      const order = { rev, kind, mode: "apply", lose: 100 };
      const started = await expert.post(`${place.path}/field/${field.id}/kind`, order);
      expect((await expert.finished(started.data.job.id)).data.state).toBe("done");
      await search();
      return pairs();
    };
    await search();
    const before = await pairs();

    expect(before).toEqual([]);
    expect(await become("phone")).toMatchObject(byPhone);
    expect(await become("text")).toEqual([]);
  });

  test("what an archived field holds counts as long as it is there", async () => {
    const field = await aField();
    const shared = aNumber();
    await person("Una", { mobile: aNumber(), [field.key]: shared });
    await person("Unna", { mobile: shared });
    await search();
    const before = await pairs();
    const at = `${place.path}/field/${field.id}`;
    const { rev } = (await expert.post(`${at}/archive`, { rev: field.rev })).data;
    await search();
    const archived = await pairs();
    const { job } = (await expert.post(`${at}/remove`, { rev })).data;
    await expert.finished(job.id);
    await search();

    expect([before, archived]).toMatchObject([byPhone, byPhone]);
    expect(await pairs()).toEqual([]);
  });

  test("who does not see one of the fields is not told that it says what another says", async () => {
    const hidden = await aField({ see_role: 200 });
    const shared = aNumber();
    const [one, other] = await twins(
      { fields: { mobile: aNumber(), [hidden.key]: shared } },
      { fields: { mobile: shared } },
    );
    await search();
    const told = async (asker: Asker) => {
      const { rows } = (await asker.post(`${place.path}/duplicate/query`, { search: surname })).data;
      const opened = await asker.get(`${place.path}/duplicate/compare?one=${one.id}&other=${other.id}`);
      return [rows[0].reasons, opened.data.pair.reasons];
    };

    expect(await told(place.asker)).toEqual([
      ["name", "phone"],
      ["name", "phone"],
    ]);
    expect(await told(owner)).toEqual([["name"], ["name"]]);
  });

  test("a number that those who merge do not see gives no reason, while those do that they see", async () => {
    const hidden = await aField({ see_role: 95, edit_role: 95 });
    const [unseen, seen] = [aNumber(), aNumber()];
    const secretly = async (first_name: string, fields: object) => {
      const made = await expert.post(`${place.path}/thing`, {
        ...{ type_id: place.types[1], first_name, last_name: surname, fields },
      });
      expect(made.status).toBe(201);
    };
    await secretly("Una", { mobile: aNumber(), [hidden.key]: unseen });
    await secretly("Unna", { mobile: unseen });
    await search();
    const byUnseen = await pairs();
    surname = `${surname}z`;
    await secretly("Una", { phone: seen, [hidden.key]: unseen });
    await secretly("Unna", { mobile: seen });
    await search();

    expect(byUnseen).toEqual([]);
    expect(await pairs()).toMatchObject(byPhone);
  });

  test("the numbers go with who is merged away, and are back with the pair once that is undone", async () => {
    const shared = aNumber();
    const [one, other] = [
      await person("Una", { phone: aNumber(), mobile: shared }),
      await person("Unna", { phone: shared, mobile: aNumber(), tel: aNumber() }),
    ];
    await search();
    const before = await numbersOf(one, other);
    const merge = async (rev: number, gone: number) => {
      const versions = { keep: { id: one.id, rev }, drop: { id: other.id, rev: gone } };
      const merged = await place.asker.post(`${place.path}/thing/merge`, { ...versions, take: [] });
      expect(merged.status).toBe(201);
      return merged.data.id as number;
    };
    const merged = await merge(one.rev, other.rev);
    const after = await numbersOf(other);
    const undone = await place.asker.post(`${place.path}/thing/merge/${merged}/undo`);

    expect([before.length, after.length]).toEqual([5, 0]);
    expect(await numbersOf(one, other)).toEqual(before);
    expect(await pairs()).toMatchObject(byPhone);

    // What a merge of an earlier version keeps says one number only.
    const old = await merge(undone.data.kept.rev, undone.data.dropped.rev);
    const row = await sql<{ before: string }>`select before from duplicates_merge where id = ${old}`.execute(db());
    const earlier = JSON.parse(row.rows[0]?.before ?? "", (key, value) => {
      if (key !== "keys" || !Array.isArray(value)) return value;
      return value.map(({ phones, ...keys }) => ({ ...keys, phone: phones?.[0] }));
    });
    expect(JSON.stringify(earlier)).toContain('"phone":"');
    await sql`update duplicates_merge set before = ${JSON.stringify(earlier)} where id = ${old}`.execute(db());
    await place.asker.post(`${place.path}/thing/merge/${old}/undo`);
    await search();

    expect(await numbersOf(one, other)).toEqual(before);
    expect(await pairs()).toMatchObject(byPhone);
  });

  test("the numbers of who is removed go, and come back with them", async () => {
    const shared = aNumber();
    const [one, other] = [
      await person("Una", { phone: aNumber(), mobile: shared }),
      await person("Unna", { phone: shared }),
    ];
    await search();
    const before = await numbersOf(one, other);
    const order = { selection: { ids: [one.id] }, act: { do: "remove", confirm: 1 }, mode: "apply" };
    const { job } = (await place.asker.post(`${place.path}/thing/bulk`, order)).data;
    await place.asker.finished(job.id);
    const left = await numbersOf(one);
    const back = (await place.asker.post(`${place.path}/thing/bulk/${job.id}/undo`, {})).data;
    await place.asker.finished(back.job.id);

    expect([before.length, left]).toEqual([3, []]);
    expect(await numbersOf(one, other)).toEqual(before);
    expect(await pairs()).toMatchObject(byPhone);
  });
});
