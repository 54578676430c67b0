// Single options of many profiles: added, taken away, and what else is chosen stays.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { withOptions } from "../server/bulk/acts.ts";
import { actOf, askedFor } from "../web/bulk/act.ts";
import { aField } from "./factories.ts";

describe.each(testDatabases)("options of many on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let expert: Asker;
  let key: string;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    expert = await server.as("expert");
    const options = ["Red", "Green", "Blue"].map((name) => ({ key: name.toLowerCase(), labels: { "en-gb": name } }));
    const draft = { labels: { "en-gb": "Tags" }, kind: "choices", options, limits: { max: 2 } };
    key = (await expert.post(`${place.path}/field`, draft)).data.key;
  });
  afterAll(() => server.close());

  const tagged = async (...tags: string[]) => (await aProfile(place, { fields: { [key]: tags } })).id;
  const tagsOf = async (id: number) => (await place.asker.get(`${place.path}/thing/${id}`)).data.fields[key];
  async function act(ids: number[], how: string, value: string[], field = `fields.${key}`, mode = "apply") {
    const body = { selection: { ids }, mode, act: { do: "edit", field, value, how } };
    const started = await place.asker.post(`${place.path}/thing/bulk`, body);
    return started.status === 202 ? (await place.asker.finished(started.data.job.id)).data : started;
  }

  test("an option is added to what is chosen, where it is not yet and where the field has room; and undone", async () => {
    const [none, red, blue, full] = [
      await tagged(),
      await tagged("red"),
      await tagged("blue"),
      await tagged("red", "green"),
    ];
    const ids = [none, red, blue, full];

    const look = await act(ids, "add", ["blue"], undefined, "dry-run");
    const job = await act(ids, "add", ["blue"]);

    expect(look.result).toMatchObject({ changed: 2, unchanged: 1, skipped: 1 });
    expect(job.result).toMatchObject({ changed: 2, unchanged: 1, skipped: 1 });
    expect(job.result.sample[1]).toMatchObject({ before: "red", after: "red,blue" });
    expect(await Promise.all(ids.map(tagsOf))).toEqual([["blue"], ["red", "blue"], ["blue"], ["red", "green"]]);

    const undo = await place.asker.post(`${place.path}/thing/bulk/${job.id}/undo`);
    await place.asker.finished(undo.data.job.id);
    expect(await Promise.all(ids.map(tagsOf))).toEqual([undefined, ["red"], ["blue"], ["red", "green"]]);
  });

  test("an option is taken away and the others stay; who had no other has no answer", async () => {
    const [none, red, both] = [await tagged(), await tagged("red"), await tagged("red", "green")];

    const { result } = await act([none, red, both], "remove", ["red", "blue"]);

    expect(result).toMatchObject({ changed: 2, unchanged: 1, skipped: 0 });
    expect(await Promise.all([none, red, both].map(tagsOf))).toEqual([undefined, undefined, ["green"]]);
  });

  test("a field without several options is refused, and so is an option that is none of its", async () => {
    const id = await tagged("red");

    expect((await act([id], "add", ["x"], "job_title")).status).toBe(400);
    expect((await act([id], "add", ["purple"])).result).toMatchObject({ changed: 0, skipped: 1 });
    expect(await tagsOf(id)).toEqual(["red"]);
  });
});

test("options are added once and in the order in which they came", () => {
  expect(withOptions(["b"], ["a", "b"], "add")).toEqual(["b", "a"]);
  expect(withOptions(undefined, ["a"], "remove")).toBeNull();
  expect(withOptions("a", ["b"], "add")).toEqual(["a", "b"]);
});

test("a form that adds or takes away wants an option and no full answer; one that replaces may leave it empty", () => {
  const option = (key: string, archived: boolean) => ({ key, labels: { "en-gb": key }, archived });
  const field = aField({
    key: "tags",
    kind: "choices",
    limits: { min: 2 },
    options: [option("a", false), option("b", true)],
  });
  const choice = { field: "fields.tags", value: "", fields: {} };

  expect(actOf("edit", { ...choice, how: "add" }, [field])).toBeUndefined();
  expect(actOf("edit", { ...choice, how: "add", fields: { tags: ["a"] } }, [field])).toEqual({
    ...{ do: "edit", field: "fields.tags", value: ["a"], how: "add" },
  });
  expect(actOf("edit", { ...choice, how: "replace" }, [field])).toEqual({
    do: "edit",
    field: "fields.tags",
    value: null,
  });
  expect(askedFor(field, "remove")).toMatchObject({ limits: {}, options: [{ archived: false }, { archived: false }] });
  expect(askedFor(field, "replace").limits).toEqual({ min: 2 });
});
