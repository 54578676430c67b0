import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { KindDraft, LinkMatch, MatchDraft } from "../contract.ts";

const WHOLE = { field: "fields.exhibitor_id", part: "whole" } as const;

const PARENT = { field: "fields.parent_id", part: "whole" } as const;

describe.each(testDatabases)("links by matching fields on %s", () => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let clock = new Date();
  beforeAll(async () => {
    server = await app({ now: () => clock });
    place = await aPlace(server);
    base = `${place.path}/relationship`;
    const owner = await server.as("expert");
    const field = { kind: "text", labels: { "en-gb": "Exhibitor" } };
    for (const key of ["exhibitor_id", "parent_id"]) {
      const made = await owner.post(`${place.path}/field`, { ...field, key, labels: { "en-gb": key } });
      if (made.status !== 201) throw new Error(JSON.stringify(made.error));
    }
  });
  afterAll(() => server.close());

  let count = 0;
  const aKind = async (changes: Partial<KindDraft> = {}) => {
    count += 1;
    const draft: KindDraft = {
      name: `Matched ${count}`,
      from: { label: "is represented by", category: 2, types: [place.types[2]] },
      to: { label: "represents", category: 1, types: [place.types[1]] },
      cardinality: "one-many",
      ...changes,
    };
    return (await place.asker.post(base, draft)).data as { id: number; rev: number };
  };
  const aCompany = (name: string, exhibitor_id?: string, more: Record<string, unknown> = {}) => {
    const fields = exhibitor_id ? { exhibitor_id } : {};
    return aProfile(place, { type_id: place.types[2], name, first_name: "", last_name: "", fields, ...more });
  };
  const aPerson = (name: string, exhibitor_id: string) =>
    aProfile(place, { last_name: name, fields: { exhibitor_id } });
  const match = async (kind: { id: number }, mode: MatchDraft["mode"], ends: Partial<MatchDraft> = {}) => {
    const started = await place.asker.post(`${base}/${kind.id}/match`, { mode, from: WHOLE, to: WHOLE, ...ends });
    if (started.status !== 202) throw new Error(JSON.stringify(started.error));
    const { data } = await place.asker.finished(started.data.job.id);
    return { job: started.data.job.id as number, state: data.state, result: data.result as LinkMatch };
  };
  const links = async (kind: { id: number }) => (await place.asker.post(`${base}/${kind.id}/link/query`, {})).data;

  test("companies and people with one exhibitor id are linked, a dry run links nothing, and a second run finds them linked", async () => {
    const kind = await aKind();
    const acme = await aCompany("Acme M", " EX-1 ");
    const [ada, bo] = [await aPerson("MatchA", "ex-1"), await aPerson("MatchB", "EX-1")];
    await aPerson("MatchC", "EX-none");
    await aCompany("Says nothing");

    const dry = await match(kind, "dry-run");
    const none = await links(kind);
    const applied = await match(kind, "apply");
    const again = await match(kind, "apply");

    expect(dry.result).toMatchObject({ created: 2, existing: 0, until: null, left: { several: 0, taken: 0 } });
    expect(dry.result.alone.to).toBeGreaterThan(0);
    expect(dry.result.empty.from).toBeGreaterThan(0);
    expect(none.total).toBe(0);
    expect(applied.result).toMatchObject({ created: 2, existing: 0, until: expect.any(String) });
    expect((await links(kind)).rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ from: expect.objectContaining({ id: acme.id }), source: "match" }),
        expect.objectContaining({ to: expect.objectContaining({ id: ada.id }) }),
        expect.objectContaining({ to: expect.objectContaining({ id: bo.id }) }),
      ]),
    );
    expect(again.result).toMatchObject({ created: 0, existing: 2 });
  });

  test("who could belong to several, and who has a link already, is left out with the reason, and stands in a file", async () => {
    const kind = await aKind();
    await aCompany("Twin One", "twin");
    await aCompany("Twin Two", "twin");
    const taken = await aCompany("Taken One", "taken");
    const other = await aCompany("Taken Other");
    await aPerson("Twinned", "twin");
    const bound = await aPerson("Bound", "taken");
    await place.asker.post(`${base}/${kind.id}/link`, { from: other.id, to: bound.id });

    const { job, result } = await match(kind, "dry-run");
    const file = await place.asker.get(`/1/api/job/${job}/file`);

    expect(result.left).toMatchObject({ several: 1, taken: 1, circle: 0, common: 0 });
    expect(result.examples).toEqual(
      expect.arrayContaining([
        { reason: "several", value: "twin", name: "Ada Twinned", other: "Twin One, Twin Two", found: 2 },
        { reason: "taken", value: "taken", name: "Ada Bound", other: "Taken One", found: 1 },
      ]),
    );
    expect(file.response.body).toContain('Ada Twinned,"Twin One, Twin Two"');
    expect(file.response.body).toContain(`taken,${bound.id},Ada Bound,Taken One`);
    expect((await links(kind)).rows).toMatchObject([{ from: { id: other.id } }]);
    expect(taken.id).toBeGreaterThan(0);
  });

  test("companies are linked to people by the domain of an address, of which a free mailbox says nothing", async () => {
    const kind = await aKind({ cardinality: "many-many" });
    const firm = await aCompany("Domain Works", undefined, { email: "info@domain-works.example" });
    await aCompany("Free Works", undefined, { email: "works@gmail.com" });
    const ada = await aProfile(place, { last_name: "Domain", email: "ada@Domain-Works.example" });
    await aProfile(place, { last_name: "Free", email: "ada.free@gmail.com" });
    const domain = { field: "email", part: "domain" } as const;

    const { result } = await match(kind, "apply", { from: domain, to: domain });

    const { rows } = await links(kind);
    expect(result.created).toBe(1);
    expect(rows).toMatchObject([{ from: { id: firm.id }, to: { id: ada.id } }]);
  });

  test("what a matching has made is undone within ten minutes, and nothing else with it", async () => {
    const kind = await aKind();
    const acme = await aCompany("Undo Works", undefined, { fields: { parent_id: "undo" } });
    await aProfile(place, { last_name: "UndoA", fields: { parent_id: "undo" } });
    const byParent = { from: PARENT, to: PARENT };
    const byHand = await aPerson("UndoHand", "elsewhere");
    await place.asker.post(`${base}/${kind.id}/link`, { from: acme.id, to: byHand.id });
    const { job, result } = await match(kind, "apply", byParent);

    const run = await place.asker.get(`${base}/${kind.id}/run`);
    const ofOther = await (await server.as("super")).get(`${base}/${kind.id}/run`);
    const undone = await place.asker.post(`${base}/${kind.id}/run/${job}/undo`);
    const end = await place.asker.finished(undone.data.job.id);
    const again = await place.asker.post(`${base}/${kind.id}/run/${job}/undo`);

    expect(result.created).toBe(1);
    expect(run.data).toMatchObject({ job, links: 1, source: "match" });
    expect(ofOther.data).toBeNull();
    expect(end.data.result).toEqual({ removed: 1 });
    expect((await links(kind)).rows).toMatchObject([{ to: { id: byHand.id }, source: "hand" }]);
    expect(again.error.code).toBe("relationships.undo_over");

    const late = await match(kind, "apply", byParent);
    clock = new Date(clock.getTime() + 11 * 60_000);
    expect((await place.asker.post(`${base}/${kind.id}/run/${late.job}/undo`)).error.code).toBe(
      "relationships.undo_over",
    );
    expect((await place.asker.get(`${base}/${kind.id}/run`)).data).toBeNull();
  });

  test("a link that would close a circle is refused with its path, by hand, from a file and by matching", async () => {
    const end = { category: 2, types: [place.types[2]] };
    const kind = await aKind({ from: { label: "owns", ...end }, to: { label: "belongs to", ...end } });
    const name = (letter: string) => `Circle ${letter}`;
    const of = (own: string, parent: string) =>
      aCompany(name(own), `circle-${own}`, {
        fields: { exhibitor_id: `circle-${own}`, parent_id: `circle-${parent}` },
      });
    const [a, b] = [await of("A", "C"), await of("B", "A")];
    const c = await of("C", "B");
    const link = (from: { id: number }, to: { id: number }) =>
      place.asker.post(`${base}/${kind.id}/link`, { from: from.id, to: to.id });
    const byParent = { from: WHOLE, to: PARENT };

    const matched = await match(kind, "dry-run", byParent);
    await link(a, b);
    await link(b, c);
    const byHand = await link(c, a);
    const file = await place.asker.ask(
      "POST",
      `${base}/${kind.id}/import?mode=apply`,
      Buffer.from(`${c.id},${a.id}\n`),
      {
        headers: { "content-type": "text/csv" },
      },
    );
    const imported = await place.asker.finished(file.data.job.id);

    expect(matched.result).toMatchObject({ created: 2, left: { circle: 1 } });
    expect(matched.result.examples).toMatchObject([{ reason: "circle", found: 3 }]);
    expect(byHand.error).toMatchObject({
      code: "relationships.circle",
      reasons: { to: { values: { path: "Circle A → Circle B → Circle C → Circle A" } } },
    });
    expect(imported.data.result.errors).toMatchObject([
      { line: 1, reason: "circle", path: "Circle A → Circle B → Circle C → Circle A" },
    ]);
    expect((await link(a, c)).error.code).toBe("relationships.taken");
  });

  test("a kind whose links stand in a circle does not become one where each has one parent", async () => {
    const end = { category: 2, types: [place.types[2]] };
    const kind = await aKind({
      from: { label: "knows", ...end },
      to: { label: "is known by", ...end },
      cardinality: "many-many",
    });
    const [a, b] = [await aCompany("Round A"), await aCompany("Round B")];
    await place.asker.post(`${base}/${kind.id}/link`, { from: a.id, to: b.id });
    await place.asker.post(`${base}/${kind.id}/link`, { from: b.id, to: a.id });

    const refused = await place.asker.patch(`${base}/${kind.id}`, { rev: 1, cardinality: "one-many" });

    expect(refused.error.code).toBe("relationships.circle_there");
  });

  test("fields that cannot be compared are refused beside their end, and a hidden one is not there", async () => {
    const kind = await aKind();
    const same = await aKind({ to: { label: "same", category: 2, types: [] } });
    const ask = (of: { id: number }, ends: object) =>
      place.asker.post(`${base}/${of.id}/match`, { mode: "dry-run", from: WHOLE, to: WHOLE, ...ends });
    const owner = await server.as("expert");
    await owner.post(`${place.path}/field`, {
      kind: "text",
      key: "secret_id",
      labels: { "en-gb": "Secret" },
      see_role: 100,
    });

    const fields = (await place.asker.get(`${base}/match/field`)).data as { key: string }[];

    expect((await ask(kind, { from: { field: "name", part: "domain" } })).error.fields).toHaveProperty("from");
    expect((await ask(kind, { to: { field: "fields.nothing", part: "whole" } })).error.fields).toHaveProperty("to");
    expect((await ask(kind, { to: { field: "fields.secret_id", part: "whole" } })).error.fields).toHaveProperty("to");
    expect((await ask(same, {})).error.fields).toHaveProperty("to");
    expect(fields.map(({ key }) => key)).toContain("exhibitor_id");
    expect(fields.map(({ key }) => key)).not.toContain("secret_id");
  });

  test("kinds stand in the order that somebody gave them, and a new one comes last", async () => {
    const all = (await place.asker.get(base)).data as { id: number; name: string }[];
    const turned = all.map(({ id }) => id).reverse();

    const answer = await place.asker.put(`${base}/order`, { ids: turned });
    const unknown = await place.asker.put(`${base}/order`, { ids: [999_999] });
    const added = await aKind({ name: "AAA first by name", visible: false });

    const listed = (await place.asker.get(base)).data as { id: number; visible: boolean }[];
    expect(answer.data.map(({ id }: { id: number }) => id)).toEqual(turned);
    expect(unknown.data).toEqual(answer.data);
    expect(listed.map(({ id }) => id)).toEqual([...turned, added.id]);
    expect(listed.at(-1)?.visible).toBe(false);
  });

  test("the picture's ends tell how many profiles there are of each type that a kind admits", async () => {
    const counts = (await place.asker.get(`${base}/end`)).data as { type_id: number; profiles: number }[];
    const listed = await place.asker.post(`${place.path}/thing/query`, {
      limit: 0,
      filter: [{ field: "type_id", op: "eq", value: place.types[2] }],
    });

    expect(counts.find(({ type_id }) => type_id === place.types[2])?.profiles).toBe(listed.data.matched);
  });
});
