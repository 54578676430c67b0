// Reasons that come from fields which not everybody sees: the search looks at what those see who merge, and tells each by what they see.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { USUAL_FIELDS } from "#schemas/usualFields.ts";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { tidyBeside } from "../../event-data/server/columns/kept.ts";
import { queueOf, surnameFor } from "./queue.ts";

const PAIRS = "beside.duplicates.pairs";
const PHONE = { fields: { phone: "+44 20 7946 0123" } };

describe.each(testDatabases)("what the queue tells by fields that not everybody sees, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let owner: Asker;
  let expert: Asker;
  let phone: { id: number; rev: number };
  let surname = "";
  let count = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    [owner, expert] = [await server.as("owner"), await server.as("expert")];
    for (const { key, kind, labels, see_role } of USUAL_FIELDS) {
      if (key !== "phone" && key !== "registration_id") continue;
      const made = await expert.post(`${place.path}/field`, { key, kind, labels, see_role });
      expect(made.status).toBe(201);
      if (key === "phone") phone = made.data;
    }
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
  const query = async (asker: Asker, body: object = {}) =>
    (await asker.post(`${place.path}/duplicate/query`, { search: surname, ...body })).data.rows;
  const person = (first_name: string, values: object) => aProfile(place, { first_name, last_name: surname, ...values });
  const columns = async (asker: Asker) =>
    (await asker.get(`${place.path}/thing/column`)).data.map(({ field }: { field: string }) => field);

  test("two with one id of a registration are suspected by it, which whoever does not see that id is not told", async () => {
    await person("Ada", { fields: { registration_id: "R-17" } });
    await person("Zoë", { fields: { registration_id: " r-17" } });
    await search();
    await tidyBeside(tidyContext(server.deps));

    const [pair] = await pairs();
    const opened = await owner.get(`${place.path}/duplicate/${pair?.id}`);
    const isListed = async (asker: Asker) => (await asker.get(`${place.path}/duplicate`)).data.listed;
    const counted = async (asker: Asker) => (await asker.get(`${place.path}/duplicate`)).data.open;

    expect(pair?.reasons).toEqual(["registration"]);
    expect(await query(owner)).toEqual([]);
    expect(opened.status).toBe(404);
    expect((await counted(place.asker)) - (await counted(owner))).toBe(1);
    // The number of the list would tell them as well, until that pair is settled.
    expect([await columns(owner), await columns(place.asker)]).toEqual([
      expect.not.arrayContaining([PAIRS]),
      expect.arrayContaining([PAIRS]),
    ]);
    expect([await isListed(owner), await isListed(place.asker)]).toEqual([false, true]);
    await place.asker.post(`${place.path}/duplicate/${pair?.id}/dismiss`, { dismissed: true });
    expect(await columns(owner)).toContain(PAIRS);
    expect(await isListed(owner)).toBe(true);
  });

  test("a pair that is suspected by more is told by what is left, with the score of that", async () => {
    await twins(PHONE, PHONE);
    await search();

    const [whole] = await query(place.asker);
    const [part] = await query(owner);
    const opened = await owner.get(`${place.path}/duplicate/${part.id}`);
    const filtered = (value: string) => query(owner, { filter: [{ field: "reasons", op: "contains", value }] });
    const surer = [{ field: "score", op: "gt", value: 70 }];

    expect(whole).toMatchObject({ reasons: ["name", "phone"], score: 88 });
    expect(part).toEqual({ ...whole, reasons: ["name"], score: 70 });
    expect(opened.data).toMatchObject({ reasons: ["name"] });
    expect([await filtered("phone"), await query(owner, { filter: surer })]).toEqual([[], []]);
    expect(await filtered("name")).toEqual([part]);
    expect(await query(place.asker, { filter: surer })).toEqual([whole]);
    expect(await columns(owner)).toContain(PAIRS);
  });

  test("a field that is hidden from those who merge gives no reasons, and gives them again once it is shown", async () => {
    const [one, other] = [await person("Una", PHONE), await person("Unna", PHONE)];
    const seen = async (see_role: number) => {
      const { data } = await expert.patch(`${place.path}/field/${phone.id}`, { rev: phone.rev, see_role });
      phone = data;
      await search();
      return pairs();
    };
    await search();
    const before = await pairs();

    expect(before).toMatchObject([{ reasons: ["phone"], one: { id: one.id }, other: { id: other.id } }]);
    expect(await seen(95)).toEqual([]);
    expect(await seen(200)).toMatchObject([{ reasons: ["phone"], one: { id: one.id }, other: { id: other.id } }]);
  });

  describe("once a field is hidden from those who merge", () => {
    const seen = async (see_role: number) => {
      const change = { rev: phone.rev, see_role, edit_role: see_role };
      phone = (await expert.patch(`${place.path}/field/${phone.id}`, change)).data;
      await search();
    };
    beforeEach(() => seen(200));
    const two = async (state: "open" | "dismissed") => {
      const all = [await person("Una", PHONE), await person("Unna", PHONE)] as const;
      await search();
      const [pair] = await pairs();
      expect(pair?.reasons).toEqual(["phone"]);
      if (state === "dismissed")
        await place.asker.post(`${place.path}/duplicate/${pair?.id}/dismiss`, { dismissed: true });
      return all;
    };
    const told = async () => [await pairs(), await pairs("dismissed")];

    test("a pair that was dismissed by it alone is not told, and is dismissed once it is shown again", async () => {
      await two("dismissed");
      await seen(95);
      const hidden = await told();
      const { dismissed } = (await place.asker.get(`${place.path}/duplicate`)).data;
      await seen(200);

      expect(hidden).toEqual([[], []]);
      expect(await told()).toMatchObject([[], [{ reasons: ["phone"] }]]);
      expect((await place.asker.get(`${place.path}/duplicate`)).data.dismissed).toBe(dismissed + 1);
    });

    test.each(["open", "dismissed"] as const)(
      "no undoing of a merge or of a removal brings it back: %s",
      async (state) => {
        const [one, other] = await two(state);
        const [keep, drop] = [one, other].map(({ id, rev }) => ({ id, rev }));
        const merged = (await place.asker.post(`${place.path}/thing/merge`, { keep, drop, take: [] })).data;
        await seen(95);
        expect((await place.asker.post(`${place.path}/thing/merge/${merged.id}/undo`)).status).toBe(200);
        const unmerged = await told();
        await seen(200);
        const shown = await told();
        const act = { do: "remove", confirm: 1 };
        const { job } = (
          await place.asker.post(`${place.path}/thing/bulk`, { selection: { ids: [other.id] }, act, mode: "apply" })
        ).data;
        await place.asker.finished(job.id);
        await seen(95);
        const back = (await place.asker.post(`${place.path}/thing/bulk/${job.id}/undo`, {})).data;
        await place.asker.finished(back.job.id);

        expect((await place.asker.get(`${place.path}/thing/${other.id}`)).status).toBe(200);
        expect([unmerged, await told()]).toEqual([
          [[], []],
          [[], []],
        ]);
        const pair = [{ reasons: ["phone"] }];
        expect(shown).toMatchObject(state === "open" ? [pair, []] : [[], pair]);
      },
    );
  });

  test("a telephone number is one by the kind of its field, whatever it is called, also once the field comes after its answers", async () => {
    const number = { fields: { rufnummer: "+44 20 7946 0777" } };
    await person("Una", number);
    await person("Unna", number);
    await search();
    const before = await pairs();
    const draft = { key: "rufnummer", kind: "phone", labels: { de: "Rufnummer" }, see_role: 200 };
    expect((await expert.post(`${place.path}/field`, draft)).status).toBe(201);
    await search();

    expect(before).toEqual([]);
    expect(await pairs()).toMatchObject([{ reasons: ["phone"] }]);
    expect(await query(owner)).toEqual([]);
  });
});
