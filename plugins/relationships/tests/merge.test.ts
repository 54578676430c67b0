// What becomes of links when profiles are merged or come back: told before, told after, and as it was once undone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Kind } from "../contract.ts";
import { planLinks } from "../server/mergePlan.ts";
import type { LinkRow } from "../server/repository.ts";

type Made = { id: number; rev: number; name: string };

describe.each(testDatabases)("links of profiles that are merged, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    round += 1;
  });

  /** A participant who is likely to be another of this round with the same first name. */
  const person = (first: string, values: object = {}) =>
    aProfile(place, { first_name: first, last_name: `Linked${round}`, company_name: "Linked Ltd", ...values });
  const firm = (name: string) =>
    aProfile(place, { type_id: place.types[2], first_name: "", last_name: "", name: `${name} ${round}` });
  const aKind = async (name: string, cardinality: Kind["cardinality"], category: 1 | 2 = 2) => {
    const draft = {
      ...{ name: `${name} ${round}`, cardinality },
      from: { label: "is represented by", category, types: [] },
      to: { label: "represents", category: 1, types: [] },
    };
    return (await place.asker.post(`${place.path}/relationship`, draft)).data as Kind;
  };
  const link = async (kind: { id: number }, from: Made, to: Made) =>
    (await place.asker.post(`${place.path}/relationship/${kind.id}/link`, { from: from.id, to: to.id })).data;
  /** The links of this round's kinds, with their ids. */
  const links = async (kinds: readonly { id: number }[]): Promise<LinkRow[]> =>
    (await server.deps.database.quick
      .selectFrom("relationships_link" as never)
      .select(["id", "kind_id", "from_id", "to_id", "source", "created_at"] as never)
      .where("kind_id" as never, "in", kinds.map(({ id }) => id) as never)
      .orderBy("id" as never)
      .execute()) as never;
  const search = async () => {
    const { data } = await place.asker.post(`${place.path}/duplicate/search`);
    await place.asker.finished(data.job.id);
    const body = { search: `linked${round}` };
    const { rows } = (await place.asker.post(`${place.path}/duplicate/query`, body)).data;
    return (await place.asker.get(`${place.path}/duplicate/${rows[0].id}`)).data;
  };
  const merge = async (keep: Made, drop: Made) =>
    (
      await place.asker.post(`${place.path}/thing/merge`, {
        ...{ keep: { id: keep.id, rev: keep.rev }, drop: { id: drop.id, rev: drop.rev }, take: [] },
      })
    ).data;
  const undo = async (id: number) => (await place.asker.post(`${place.path}/thing/merge/${id}/undo`)).data;
  const bulk = async (act: object, selection: object, mode: string) => {
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, { selection, act, mode });
    return (await place.asker.finished(data.job.id)).data;
  };
  const undoBulk = async (id: number) => {
    const { data } = await place.asker.post(`${place.path}/thing/bulk/${id}/undo`, {});
    return (await place.asker.finished(data.job.id)).data.result;
  };

  test("a pair tells, by which of the two stays, the link that does not move and the one in its place; the merge says so too, and undo brings both back", async () => {
    const [one, other] = [await person("Ada"), await person("Ada")];
    const [acme, zenith, third] = [await firm("Acme"), await firm("Zenith"), await firm("Third")];
    const kind = await aKind("Representative", "one-many");
    const free = await aKind("Friend", "many-many");
    await link(kind, acme, one);
    await link(kind, zenith, other);
    await link(free, third, other);
    const before = await links([kind, free]);

    const pair = await search();
    const merged = await merge(one, other);
    const during = await links([kind, free]);
    const undone = await undo(merged.id);

    const lost = (stays: Made, goes: Made) => [
      {
        ...{ label: "relationships:merging.taken", count: 1 },
        examples: [
          {
            label: "relationships:merging.example",
            values: { kind: kind.name, label: "represents", stays: stays.name, goes: goes.name },
          },
        ],
      },
    ];
    expect(pair.notes).toEqual({ one: lost(acme, zenith), other: lost(zenith, acme) });
    expect(merged.left).toEqual(pair.notes.one);
    expect(merged.moved).toContainEqual({ label: "relationships:title", count: 1 });
    expect(during.map(({ from_id, to_id }) => [from_id, to_id])).toEqual([
      [acme.id, one.id],
      [third.id, one.id],
    ]);
    expect(undone.left).toEqual([]);
    expect(await links([kind, free])).toEqual(before);
  });

  test("a link that both have, and one of the two with each other, are told as what they are", async () => {
    const [one, other] = [await person("Bea"), await person("Bea")];
    const acme = await firm("Acme");
    const kind = await aKind("Representative", "many-many");
    const knows = await aKind("Knows", "one-one", 1);
    await link(kind, acme, one);
    await link(kind, acme, other);
    await link(knows, one, other);
    const before = await links([kind, knows]);

    const pair = await search();
    const merged = await merge(one, other);

    const between = [{ label: "relationships:merging.between", count: 1 }];
    expect(pair.notes).toEqual({ one: between, other: between });
    expect(merged.left).toEqual(between);
    expect(merged.moved).toEqual([]);
    expect(await links([kind, knows])).toMatchObject([{ from_id: acme.id, to_id: one.id }]);
    await undo(merged.id);
    expect(await links([kind, knows])).toEqual(before);
  });

  test("the preview of merging many tells all links that will not move, of three who are one too, and the job tells the same", async () => {
    const kept = await person("Cleo", { job_title: "Boss" });
    const [second, third] = [await person("Cleo"), await person("Cleo")];
    const firms = [await firm("A"), await firm("B"), await firm("C")] as const;
    const kind = await aKind("Representative", "one-many");
    await link(kind, firms[1], second);
    await link(kind, firms[2], third);
    const before = await links([kind]);
    const all = { ids: [kept.id, second.id, third.id] };

    const tried = (await bulk({ do: "merge", by: "name" }, all, "dry-run")).result;
    const job = await bulk({ do: "merge", by: "name" }, all, "apply");

    expect(tried.losses).toMatchObject([
      {
        ...{ label: "relationships:merging.taken", count: 1 },
        examples: [{ values: { stays: firms[1].name, goes: firms[2].name } }],
      },
    ]);
    expect(job.result).toMatchObject({ changed: 2, groups: 1, losses: tried.losses });
    expect(await links([kind])).toMatchObject([{ from_id: firms[1].id, to_id: kept.id }]);
    expect(await undoBulk(job.id)).toMatchObject({ changed: 2, skipped: 0 });
    expect(await links([kind])).toEqual(before);
  });

  test("undone once somebody else has the end that takes one: that link stays away, and it is told", async () => {
    const [one, other, rival] = [await person("Dora"), await person("Dora"), await person("Rival")];
    const [acme, zenith] = [await firm("Acme"), await firm("Zenith")];
    const kind = await aKind("Only", "one-one");
    await link(kind, acme, one);
    await link(kind, zenith, other);
    const merged = await merge(one, other);
    await link(kind, zenith, rival);

    const undone = await undo(merged.id);

    expect(undone.left).toEqual([{ label: "relationships:back", count: 1 }]);
    expect(await links([kind])).toMatchObject([
      { from_id: acme.id, to_id: one.id },
      { from_id: zenith.id, to_id: rival.id },
    ]);
  });

  test("of two merges that touch one link the first is undone first: the link is of the two whose it was", async () => {
    const [one, other] = [await person("Eva"), await person("Eva")];
    const [acme, double] = [await firm("Acme"), await firm("Acme Double")];
    const kind = await aKind("Representative", "many-many");
    await link(kind, double, other);
    const before = await links([kind]);
    const first = await merge(one, other);
    const second = await merge(acme, double);
    expect(await links([kind])).toMatchObject([{ from_id: acme.id, to_id: one.id }]);

    const undone = [await undo(first.id), await undo(second.id)];

    expect(undone.map(({ left }) => left)).toEqual([[], []]);
    expect(await links([kind])).toEqual(before);
  });

  test("a link that moved in a merge and was taken away since stays away once that is undone, and it is told", async () => {
    const [one, other, acme] = [await person("Nel"), await person("Nel"), await firm("Acme")];
    const kind = await aKind("Representative", "many-many");
    await link(kind, acme, other);
    const merged = await merge(one, other);
    const [moved] = await links([kind]);
    await place.asker.remove(`${place.path}/relationship/${kind.id}/link/${moved?.id}`);

    const undone = await undo(merged.id);

    expect(undone.left).toEqual([{ label: "relationships:back", count: 1 }]);
    expect(await links([kind])).toEqual([]);
  });

  test("a link that would close a circle through a third profile does not move: the pair says so by who stays, and undo brings it back", async () => {
    const [one, other, third] = [await person("Fay"), await person("Fay"), await person("Middle")];
    const kind = await aKind("Leads", "one-many", 1);
    await link(kind, one, third);
    await link(kind, third, other);
    const before = await links([kind]);

    const pair = await search();
    const merged = await merge(one, other);
    const during = await links([kind]);
    const undone = await undo(merged.id);

    const circle = (...path: Made[]) => [
      {
        ...{ label: "relationships:merging.circle", count: 1 },
        examples: [
          {
            label: "relationships:merging.onCircle",
            values: { kind: kind.name, path: path.map(({ name }) => name).join(" → ") },
          },
        ],
      },
    ];
    expect(pair.notes).toEqual({ one: circle(one, third, one), other: circle(third, other, third) });
    expect(merged.left).toEqual(pair.notes.one);
    expect(during.map(({ from_id, to_id }) => [from_id, to_id])).toEqual([[one.id, third.id]]);
    expect(undone.left).toEqual([]);
    expect(await links([kind])).toEqual(before);
  });

  test("a circle that only closes once two others have gone into one is told by the preview of many, and not made", async () => {
    const kept = await person("Gil", { job_title: "Boss" });
    const [second, last, third] = [await person("Gil"), await person("Gil"), await person("Between")];
    const kind = await aKind("Leads", "many-one", 1);
    // Each stands below the second of the two.
    await link(kind, third, second);
    await link(kind, last, third);
    const all = { ids: [kept.id, second.id, last.id] };

    const tried = (await bulk({ do: "merge", by: "name" }, all, "dry-run")).result;
    const job = await bulk({ do: "merge", by: "name" }, all, "apply");

    expect(tried.losses).toMatchObject([{ label: "relationships:merging.circle", count: 1 }]);
    expect(job.result).toMatchObject({ changed: 2, losses: tried.losses });
    expect(await links([kind])).toMatchObject([{ from_id: third.id, to_id: kept.id }]);
  });

  test("undone once others have been linked, a link that would close a circle by now stays away, and it is told", async () => {
    const [one, other] = [await person("Hal"), await person("Hal")];
    const [third, child] = [await person("Upper"), await person("Lower")];
    const kind = await aKind("Leads", "one-many", 1);
    const above = await link(kind, one, third);
    await link(kind, third, other);
    await link(kind, other, child);
    const merged = await merge(one, other);
    await place.asker.remove(`${place.path}/relationship/${kind.id}/link/${above.id}`);
    await link(kind, child, third);

    const undone = await undo(merged.id);

    expect(undone.left).toEqual([{ label: "relationships:back", count: 1 }]);
    const pairs = (await links([kind])).map(({ from_id, to_id }) => [from_id, to_id]);
    expect(pairs).toHaveLength(2);
    expect(pairs).toEqual(
      expect.arrayContaining([
        [child.id, third.id],
        [third.id, other.id],
      ]),
    );
  });

  test("two who leave together come back with their link; who comes back without the other is told of it", async () => {
    const [ann, acme, zenith] = [await person("Ann"), await firm("Acme"), await firm("Zenith")];
    const kind = await aKind("Representative", "many-many");
    await link(kind, acme, ann);
    await link(kind, zenith, ann);
    const before = await links([kind]);

    const both = await bulk({ do: "remove", confirm: 2 }, { ids: [ann.id, acme.id] }, "apply");
    expect(await links([kind])).toEqual([]);
    const back = await undoBulk(both.id);

    expect(back).toMatchObject({ changed: 2, skipped: 0 });
    expect(back.losses).toBeUndefined();
    expect(await links([kind])).toEqual(before);

    const alone = await bulk({ do: "remove", confirm: 1 }, { ids: [ann.id] }, "apply");
    const rev = (await place.asker.get(`${place.path}/thing/${acme.id}`)).data.rev;
    await place.asker.remove(`${place.path}/thing/${acme.id}?rev=${rev}`);
    expect(await undoBulk(alone.id)).toMatchObject({
      ...{ changed: 1, skipped: 0 },
      losses: [{ label: "relationships:back", count: 1 }],
    });
    expect(await links([kind])).toMatchObject([{ from_id: zenith.id, to_id: ann.id }]);
  });

  test("of two who left together only one may come back: no link points at who stays away", async () => {
    const mail = `ed${round}@linked.example`;
    const [acme, ed] = [await firm("Acme"), await person("Ed", { email: mail })];
    const kind = await aKind("Only", "one-one");
    await link(kind, acme, ed);
    const both = await bulk({ do: "remove", confirm: 2 }, { ids: [acme.id, ed.id] }, "apply");
    const heir = await person("Heir", { email: mail });

    const undone = await undoBulk(both.id);

    expect(undone).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: ed.id }] });
    expect(await links([kind])).toEqual([]);
    expect((await link(kind, acme, heir)).id).toEqual(expect.any(Number));
  });
});

test("what becomes of the links of two companies with a hundred thousand each is planned in one pass", () => {
  const kinds = new Map([[1, { cardinality: "one-many" as const }]]);
  const rows = Array.from({ length: 200_000 }, (_, at): LinkRow => {
    const said = { source: "hand", created_at: "", job_id: null, from_place: 0, to_place: 0 };
    return { id: at, kind_id: 1, from_id: at % 2 === 0 ? 1 : 2, to_id: 10 + at, ...said };
  });

  const plan = planLinks(rows, kinds, 1, 2);

  expect([plan.moved.length, plan.taken.length, plan.between.length]).toEqual([100_000, 0, 0]);
});
