// An event calls its types by names of its own, wherever something is said of it; what is said of several events, or of the app,
// keeps the app's.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Figure } from "#schemas/figure.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("names of types in an event on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let expert: Asker;
  let speaker: number;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    expert = await server.as("expert");
    const rules = (await expert.get(`${place.path}/type-rule`)).data;
    const idOf = (name: string) => rules.types.find((one: { type: string }) => one.type === name).id;
    speaker = idOf("Speaker");
    const looks = [
      { type: idOf("Attendee"), labels: { "en-gb": { one: "Visitor", many: "" }, de: { one: "Gast", many: "" } } },
      { type: speaker, labels: { "en-gb": { one: "Keynote guest", many: "" }, de: { one: "Stargast", many: "" } } },
    ];
    const saved = await expert.put(`${place.path}/type-rule`, { cells: [], settings: [], looks, rev: rules.rev });
    expect(saved.status).toBe(200);
  });
  afterAll(() => server.close());

  test.each([
    ["en-gb", "Visitor", "Keynote guest"],
    ["de", "Gast", "Stargast"],
  ])("an act on many that moves profiles says them before and after, in %s", async (locale, before, after) => {
    const { id } = await aProfile(place, { last_name: locale });
    const draft = { selection: { ids: [id] }, act: { do: "move", type_id: speaker }, locale };

    for (const mode of ["dry-run", "apply"]) {
      const started = await place.asker.post(`${place.path}/thing/bulk`, { ...draft, mode });
      const { result } = (await place.asker.finished(started.data.job.id)).data;

      expect(result.sample).toEqual([expect.objectContaining({ id, before, after })]);
    }
  });

  test("an import that meets an unknown type lists them by these names", async () => {
    const path = `${place.path}/import?kind=thing&format=csv&mode=dry-run`;
    const file = Buffer.from("first name,last name,data type\nAda,Byron,Wizard\n");
    const started = await expert.ask("POST", path, file, { headers: { "content-type": "text/csv" } });
    const { result } = (await expert.finished(started.data.job.id)).data;

    expect(result.errors[0].message).toContain("Visitor");
    expect(result.errors[0].message).toContain("Keynote guest");
    expect(result.errors[0].message).not.toContain("Attendee");
  });

  test("the home of the event draws them, and so do the insights of that event alone", async () => {
    const placesOf = (data: { figures: Figure[] }) =>
      data.figures.find(({ id }) => id === "event-data.types")?.along.places ?? [];
    const insights = (rest: string) => expert.get(`/1/api/insights?from=2026-01-01&to=2026-12-31&locale=de${rest}`);

    const home = placesOf((await expert.get(`${place.path}/overview?locale=de`)).data);
    const one = placesOf((await insights(`&event=${place.eventId}`)).data);
    const all = placesOf((await insights("")).data);

    expect(home).toEqual(expect.arrayContaining(["Gast", "Stargast"]));
    expect(one).toEqual(home);
    expect(all).toEqual(expect.arrayContaining(["Attendee", "Speaker"]));
    expect(all).not.toContain("Gast");
  });
});
