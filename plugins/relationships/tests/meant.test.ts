// Whom a line of a file of pairs means, where several are called so.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("pairs of a file on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let kindId: number;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    const from = { label: "is represented by", category: 2, types: [] };
    const to = { label: "represents", category: 1, types: [] };
    const draft = { name: "Meant", from, to, cardinality: "many-many" };
    kindId = (await place.asker.post(`${place.path}/relationship`, draft)).data.id;
  });
  afterAll(() => server.close());

  const aCompany = (name: string) => aProfile(place, { type_id: place.types[2], name });
  const read = async (...lines: string[]) => {
    const path = `${place.path}/relationship/${kindId}/import?mode=apply`;
    const headers = { headers: { "content-type": "text/csv" } };
    const { data } = await place.asker.ask("POST", path, Buffer.from(lines.join("\n")), headers);
    return (await place.asker.finished(data.job.id)).data.result;
  };

  test("of those who are called so the one is taken that may stand at the end; who else might be meant is left out", async () => {
    const person = await aProfile(place, { first_name: "Jordan", last_name: "Ellis", email: "jordan@meant.example" });
    const company = await aCompany("Jordan Ellis");
    await aCompany("Twice");
    await aCompany("Twice");
    await aProfile(place, { first_name: "", last_name: "Twice" });

    const result = await read("Jordan Ellis,Jordan Ellis", `Twice,${person.id}`);

    expect(result).toMatchObject({
      created: 1,
      errors: [{ line: 2, reason: "several", word: "Twice", found: 2 }],
    });
    const { data } = await place.asker.post(`${place.path}/relationship/${kindId}/link/query`, {});
    expect(data.rows).toMatchObject([{ from: { id: company.id }, to: { id: person.id } }]);
  });

  test("where several are called so and none of them may stand there, as many are told", async () => {
    const company = await aCompany("Alone here");
    await aCompany("Nowhere");
    await aCompany("Nowhere");

    const result = await read(`${company.id},Nowhere`);

    expect(result).toMatchObject({ created: 0, errors: [{ line: 1, reason: "several", word: "Nowhere", found: 2 }] });
  });

  test("headings are those that lists of profiles know, and registrations are found by their ids for whoever may see these", async () => {
    const expert = await server.as("expert");
    const field = { key: "registration_id", kind: "text", labels: { "en-gb": "Registration" }, see_role: 200 };
    const { data: made } = await expert.post(`${place.path}/field`, field);
    const [one, other] = ["R-1", "R-2"].map((id) => ({ fields: { registration_id: id } }));
    const company = await aProfile(place, { type_id: place.types[2], name: "Registered", ...one });
    const person = await aProfile(place, { email: "registered@meant.example", ...other });

    const byId = await read("Registration ID;E-mail address", "R-1;registered@meant.example");
    const plain = await read("R-1,R-2");
    const wrong = await read("Registration ID;Registration ID", `R-1;${person.id}`);

    await expert.patch(`${place.path}/field/${made.id}`, { rev: made.rev, see_role: 95 });
    const unseen = await read("R-1,R-2");

    expect(unseen).toMatchObject({ existing: 0, errors: [{ line: 1, reason: "nobody", word: "R-1" }] });
    expect(byId).toMatchObject({ created: 1, errors: [] });
    expect(plain).toMatchObject({ created: 0, existing: 1, errors: [] });
    expect(wrong).toMatchObject({ created: 0, errors: [{ line: 2, reason: "nobody", word: String(person.id) }] });
    const { data } = await place.asker.post(`${place.path}/relationship/${kindId}/link/query`, {
      search: "Registered",
    });
    expect(data.rows).toMatchObject([{ from: { id: company.id }, to: { id: person.id } }]);
  });
});
