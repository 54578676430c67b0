// Which group decides where a profile is in several: the most permissive, or the highest in the order of the event.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { ProfilePair } from "../../data-types-permissions/contract.ts";
import type { Group, Priority } from "../contract.ts";

describe.each(testDatabases)("profiles in several groups on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let made: Group[] = [];
  const create = async (draft: object) => {
    const answer = await place.asker.post(base, { mode: "manual", ...draft });
    expect(answer.status, JSON.stringify(answer.error)).toBe(201);
    made.push(answer.data);
    return answer.data as Group;
  };
  const put = (group: Group, ...people: { id: number }[]) =>
    place.asker.post(`${base}/${group.id}/member`, { words: people.map(({ id }) => String(id)) });
  const priority = async () => (await place.asker.get(`${base}/priority`)).data as Priority;
  const choose = async (rule: Priority["rule"], ...order: Group[]) => {
    const { rev } = await priority();
    const body = { rev, rule, order: order.map(({ id }) => id) };
    const saved = await place.asker.put(`${base}/priority`, body);
    expect(saved.status, JSON.stringify(saved.error)).toBe(200);
    return saved.data as Priority;
  };
  const explained = async (from: { id: number }, to: { id: number }, verb: string) => {
    const path = `${place.path}/type-rule/profile/explain?from=${from.id}&to=${to.id}`;
    const { answers } = (await place.asker.get(path)).data as ProfilePair;
    const answer = answers.find((one) => one.verb === verb);
    const step = answer?.steps.find(({ rule }) => rule === "groups");
    return { allowed: answer?.allowed, priority: step?.priority, groups: step?.groups };
  };
  const seen = async (from: { id: number }, verb = "see") => {
    const sort = [{ field: "id", direction: "asc" }];
    const path = `${place.path}/type-rule/profile/${from.id}/allowed?verb=${verb}`;
    return ((await place.asker.post(path, { sort })).data.rows as { id: number }[]).map(({ id }) => id);
  };
  /** Somebody in a group that shows sellers only and in one that shows the press only. */
  const both = async () => {
    const [one, seller, reporter] = [await aProfile(place), await aProfile(place), await aProfile(place)];
    const sellers = await create({ name: "Sellers" });
    const filter = [{ field: "id", op: "eq", value: reporter.id }];
    const press = await create({ name: "The press", mode: "rule", rule: { match: "all", filter } });
    const buyers = await create({ name: "Buyers", see: [sellers.id], recommend: [sellers.id] });
    const curious = await create({ name: "Curious", see: [press.id] });
    await put(sellers, seller);
    await put(buyers, one);
    await put(curious, one);
    return { one, seller, reporter, sellers, press, buyers, curious };
  };
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server, "expert");
    base = `${place.path}/custom-group`;
  });
  afterEach(async () => {
    await choose("permissive");
    for (const { id } of made) await place.asker.remove(`${base}/${id}?rev=1`);
    made = [];
  });
  afterAll(() => server.close());

  test("as long as nobody has chosen, what one of the groups allows is allowed", async () => {
    const { one, seller, reporter } = await both();

    expect(await explained(one, seller, "see")).toEqual({
      allowed: true,
      priority: "permissive",
      groups: [
        { group: "Buyers", allows: true, decides: true },
        { group: "Curious", allows: false, decides: false },
      ],
    });
    expect((await explained(one, reporter, "see")).allowed).toBe(true);
    expect(await seen(one)).toEqual([seller.id, reporter.id]);
  });

  test("by the order of the event the highest group that says anything decides, for pairs and for lists", async () => {
    const { one, seller, reporter, sellers, buyers, curious } = await both();

    await choose("highest", sellers, curious, buyers);
    const pair = await explained(one, seller, "see");
    const lists = [await seen(one), await seen(one, "recommend"), await seen(one, "meet")];
    await choose("highest", buyers, curious);
    const turned = [await seen(one), (await explained(one, reporter, "see")).allowed];

    expect(pair).toEqual({
      allowed: false,
      priority: "highest",
      groups: [
        { group: "Curious", allows: false, decides: true },
        { group: "Buyers", allows: true, decides: false },
      ],
    });
    // Of who is recommended the higher group says nothing, so the next one does; but nobody unseen is recommended.
    expect(lists).toEqual([[reporter.id], [], [reporter.id]]);
    expect((await explained(one, seller, "recommend")).groups).toEqual([
      { group: "Buyers", allows: true, decides: true },
    ]);
    expect(turned).toEqual([[seller.id], false]);
  });

  test("new groups come last, and those that nobody ranks stand by name", async () => {
    const [b, a, c] = [await create({ name: "B" }), await create({ name: "A" }), await create({ name: "C" })];
    const others = (await priority()).order.filter((id) => ![a.id, b.id, c.id].includes(id));
    const own = async () => (await priority()).order.filter((id) => !others.includes(id));

    const before = await own();
    await choose("highest", c);
    const ranked = await own();
    const late = await create({ name: "0 is new" });

    expect(before).toEqual([a.id, b.id, c.id]);
    expect(ranked).toEqual([c.id, a.id, b.id]);
    expect(await own()).toEqual([c.id, a.id, b.id, late.id]);
  });

  test("an order is taken back by whom it names, also where groups have come to be called otherwise or are gone", async () => {
    const [a, b, gone] = [
      await create({ name: "First called" }),
      await create({ name: "Second called" }),
      await create({ name: "Third called" }),
    ];
    await choose("highest", a, gone, b);
    await choose("highest", b, gone, a);
    const chief: Asker = await server.as("super");
    const filter = [{ field: "object_type", op: "eq", value: "custom-groups.priority" }];
    const [line] = (await chief.post(`${place.path}/history/query`, { filter })).data.rows;
    const rename = async (group: Group, name: string) => {
      const saved = await place.asker.patch(`${base}/${group.id}`, { rev: group.rev, name });
      expect(saved.status, JSON.stringify(saved.error)).toBe(200);
      return saved.data as Group;
    };
    await rename(await rename(a, "Between"), "Third called, too");
    await rename(b, "First called");
    expect((await place.asker.remove(`${base}/${gone.id}?rev=${gone.rev}`)).status).toBe(200);

    const reverted = await chief.post(`${place.path}/history/${line.id}/revert`, {});

    expect(reverted.status, JSON.stringify(reverted.error)).toBe(200);
    const { order } = await priority();
    expect(order.indexOf(a.id)).toBeLessThan(order.indexOf(b.id));
  });

  test("a choice that comes too late is refused with the one that is there; who may only look does not choose", async () => {
    const { rev } = await priority();
    const saved = await choose("highest");

    const late = await place.asker.put(`${base}/priority`, { rev, rule: "permissive" });
    const looking = await (await server.as("owner")).put(`${base}/priority`, { rev: saved.rev, rule: "permissive" });

    expect(late.error).toMatchObject({ code: "stale", current: saved });
    expect(looking.status).toBe(403);
    expect(await priority()).toEqual(saved);
  });

  test("the choice stands in the history and is taken back there", async () => {
    const [a, b] = [await create({ name: "A group" }), await create({ name: "B group" })];
    await choose("highest", b, a);
    const chief: Asker = await server.as("super");
    const lines = async () => {
      const filter = [{ field: "object_type", op: "eq", value: "custom-groups.priority" }];
      const sort = [{ field: "id", direction: "desc" }];
      return (await chief.post(`${place.path}/history/query`, { filter, sort })).data.rows;
    };
    const [line] = await lines();

    const reverted = await chief.post(`${place.path}/history/${line.id}/revert`, {});

    expect(line).toMatchObject({ action: "save", before: { rule: "permissive" }, after: { rule: "highest" } });
    expect(line.after.order.startsWith(`B group (${b.id})\nA group (${a.id})`)).toBe(true);
    expect(reverted.status, JSON.stringify(reverted.error)).toBe(200);
    const now = await priority();
    expect(now.rule).toBe("permissive");
    expect(now.order.indexOf(a.id)).toBeLessThan(now.order.indexOf(b.id));
    // The same choice once more writes no line.
    const count = (await lines()).length;
    await place.asker.put(`${base}/priority`, { rev: now.rev, rule: "permissive" });
    expect(await lines()).toHaveLength(count);
  });

  test("a copy of the event has its groups, with the rule, the order and whom they name", async () => {
    const { buyers, curious, sellers, press } = await both();
    await choose("highest", curious, buyers);
    const chief = await server.as("super");

    const body = { name: `Next ${database}`, date_start: "2033-05-04T07:00:00.000Z" };
    const copy = await chief.post(`${place.path}/copy`, body);

    expect(copy.status, JSON.stringify(copy.error)).toBe(201);
    const path = `/1/api/container/${copy.data.id}/custom-group`;
    const groups = (await chief.get(path)).data as Group[];
    const of = (name: string) => groups.find((group) => group.name === name);
    const kept = (await chief.get(`${path}/priority`)).data as Priority;
    expect(kept).toMatchObject({ rev: 1, rule: "highest" });
    expect(kept.order.slice(0, 2)).toEqual([of(curious.name)?.id, of(buyers.name)?.id]);
    expect(of(buyers.name)).toMatchObject({
      see: [of(sellers.name)?.id],
      recommend: [of(sellers.name)?.id],
      members: 0,
    });
    expect(of(curious.name)).toMatchObject({ see: [of(press.name)?.id], recommend: null });
    expect(of(press.name)).toMatchObject({ mode: "rule", rule: press.rule, members: 0 });
    expect(of(sellers.name)?.id).not.toBe(sellers.id);
  });
});
