// Numbers in steps: judged alike by form, API, import and acts on many, and never those that are there already.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkValues } from "#schemas/answers/check.ts";
import type { Field } from "#schemas/fields.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { aField } from "./factories.ts";

const judged = (answer: number, limits: Field["limits"]) => {
  const field = aField({ kind: "number", key: "q", limits });
  const { values, problems } = checkValues([field], { q: answer }, { typeId: 1, timeZone: "UTC" });
  return problems[0] ? { code: problems[0].code, ...problems[0].params } : values["q"];
};

describe("a number in steps", () => {
  test.each<[number, Field["limits"], unknown]>([
    [0.3, { step: 0.1 }, 0.3],
    [0.35, { step: 0.1 }, { code: "off_step", step: 0.1, nearest: 0.4 }],
    [7, { step: 5, min: 2 }, 7],
    [5, { step: 5, min: 2 }, { code: "off_step", step: 5, nearest: 7 }],
    [-0.5, { step: 0.25 }, -0.5],
    [9.9, { step: 4, min: 0, max: 10 }, { code: "off_step", step: 4, nearest: 8 }],
    [1_000_000.01, { step: 0.01 }, 1_000_000.01],
    [999_999_999_999.5, { step: 1 }, { code: "off_step", step: 1, nearest: 1_000_000_000_000 }],
    [1.5, { step: 1, whole: true }, { code: "not_whole" }],
    [1, { step: 3, min: 3 }, { code: "too_small", limit: 3 }],
  ])("%d within %j is %j", (answer, limits, expected) => {
    expect(judged(answer, limits)).toEqual(expected);
  });

  test("each step is possible, between two nothing is, and the nearest that is told is possible", () => {
    const hundredths = fc.integer({ min: 1, max: 10_000 }).map((one) => one / 100);
    const place = fc.integer({ min: 0, max: 5000 });
    const smallest = fc.integer({ min: -10_000, max: 10_000 }).map((one) => one / 100);
    fc.assert(
      fc.property(hundredths, smallest, place, (step, min, at) => {
        const on = Number((min + at * step).toFixed(2));
        const off = Number((on + step / 3).toFixed(6));

        expect(judged(on, { step, min })).toBe(on);
        const told = judged(off, { step, min }) as { code: string; nearest: number };
        expect(told.code).toBe("off_step");
        expect(judged(told.nearest, { step, min })).toBe(told.nearest);
      }),
    );
  });
});

describe.each(testDatabases)("a field whose numbers are in steps, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  test("the API, an import and an act on many refuse what is off its step; answers that are there stay until they change", async () => {
    const { asker, path, types, eventId } = place;
    const expert = await server.as("expert");
    const draft = { key: "hours", labels: { "en-gb": "Hours" }, kind: "number" };
    const made = await expert.post(`${path}/field`, draft);
    const old = await aProfile(place, { last_name: "Before", fields: { hours: 1.3 } });
    const limits = { min: 1, max: 8, step: 0.5 };

    const stepped = await expert.patch(`${path}/field/${made.data.id}`, { rev: made.data.rev, limits });
    const wrong = await asker.post(`${path}/thing`, { type_id: types[1], last_name: "Off", fields: { hours: 1.3 } });
    const kept = await asker.patch(`${path}/thing/${old.id}`, { rev: old.rev, job_title: "Baker" });
    const query = `kind=thing&format=csv&mode=apply&type=${types[1]}`;
    const file = "Last name,Email,Hours\nOn,on@step.example,2.5\nOff,off@step.example,2.6\n";
    const imported = (await asker.importFile(eventId, query, file)).data.result;
    const act = { do: "edit", field: "fields.hours", value: 3.3 };
    const body = { selection: { ids: [old.id] }, act, mode: "apply" };
    const bulk = (await asker.finished((await asker.post(`${path}/thing/bulk`, body)).data.job.id)).data.result;

    expect(stepped.status).toBe(200);
    expect(wrong.status).toBe(400);
    expect(wrong.error.fields).toEqual({ "fields.hours": "Only steps of 0.5 are possible, such as 1.5" });
    expect(kept.data.fields).toEqual({ hours: 1.3 });
    expect(imported).toMatchObject({ created: 1, skipped: 1, errors: [{ line: 3, field: "fields.hours" }] });
    expect(imported.errors[0].message).toContain("steps of 0.5, such as 2.5");
    expect(bulk).toMatchObject({ changed: 0, skipped: 1 });
    expect(bulk.errors[0].message).toContain("such as 3.5");
  });

  test("only numbers have steps, and a step is more than nothing", async () => {
    const expert = await server.as("expert");
    const make = (key: string, kind: string, step: number) =>
      expert.post(`${place.path}/field`, { key, labels: { "en-gb": key }, kind, limits: { step } });

    expect((await make("words", "text", 1)).error.fields).toEqual({ "limits.step": "Only numbers have steps" });
    expect((await make("none", "number", 0)).status).toBe(400);
    expect((await make("back", "number", -1)).status).toBe(400);
  });
});
