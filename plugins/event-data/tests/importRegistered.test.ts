// Who has another address by now is known by the id of their registration and their name, where nobody has chosen how lines find profiles.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { ImportKey, Thing } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("a list of registrations that comes again, on %s", (database) => {
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

  const mail = (name: string) => `${name}.${round}@again.example`;
  const number = (one: number) => `A-${round}-${one}`;
  const known = (one: number, first_name: string, last_name: string, email = mail(first_name.toLowerCase())) =>
    aProfile(place, { first_name, last_name, email, fields: { registration_id: number(one) } });
  /** What was told by a trial, and then by the import. */
  const run = (...lines: string[]) => runBy("auto", lines);
  const runBy = async (key: ImportKey, lines: string[], more = "") => {
    const { asker, path, types } = place;
    const { id: file } = await sendFile(asker, path, [`Registration ID,Name,Email${more}`, ...lines].join("\n"));
    const ran = [];
    for (const mode of ["dry-run", "apply"] as const) {
      const { created, updated, unchanged, errors } = (
        await importSent(asker, path, { file, type: types[1], mode, key })
      ).result;
      ran.push({ created, updated, unchanged, told: errors.map(({ line, field }) => [line, field]) });
    }
    expect(ran[0]).toEqual(ran[1]);
    return ran[1];
  };
  const people = async () => {
    const question = { filter: [{ field: "email", op: "contains", value: `.${round}@again` }], limit: 50 };
    const sort = [{ field: "id", direction: "asc" }];
    const { rows } = (await place.asker.post(`${place.path}/thing/query`, { ...question, sort })).data;
    return (rows as Thing[]).map(({ name, email, fields }) => [name, email, fields["registration_id"]]);
  };

  test("somebody with a new address stays one profile, however the name is written", async () => {
    await known(1, "Ann", "Reg");
    await known(2, "Bea", "Reg");

    expect(await run(`${number(1)},Ann Reg,${mail("new")}`, `${number(2)},"REG, Bea",`)).toEqual(
      expect.objectContaining({ created: 0, told: [] }),
    );
    expect(await people()).toEqual([
      [expect.anything(), mail("new"), number(1)],
      [expect.anything(), mail("bea"), number(2)],
    ]);
  });

  test("whoever has the address goes before, and nobody of another name is written over", async () => {
    await known(1, "Ann", "Reg");
    await known(2, "Bea", "Other");

    const told = await run(`${number(1)},Bea Other,${mail("bea")}`, `${number(2)},Bob Reg,${mail("bob")}`);

    expect(told).toEqual({ created: 1, updated: 1, unchanged: 0, told: [] });
    expect(await people()).toEqual([
      ["Ann Reg", mail("ann"), number(1)],
      ["Bea Other", mail("bea"), number(1)],
      ["Bob Reg", mail("bob"), number(2)],
    ]);
  });

  test("a line is left out whose address is somebody's and whose registration and name are another's", async () => {
    await known(1, "Ann", "Reg");
    await known(2, "Bea", "Other");

    const told = await run(`${number(2)},"Other, Bea",${mail("ann")}`, `${number(1)},Ann Newname,${mail("ann")}`);

    expect(told).toEqual({ created: 0, updated: 1, unchanged: 0, told: [[2, "email"]] });
    expect(await people()).toEqual([
      ["Ann Newname", mail("ann"), number(1)],
      ["Bea Other", mail("bea"), number(2)],
    ]);
  });

  describe.each([
    ["next to each other", 0],
    ["far apart", 1100],
  ])("two lines of the same person, %s", (_, apart) => {
    const between = () =>
      Array.from({ length: apart }, (_, at) => `B-${round}-${at},Far Apart,b${at}@b${round}.example`);

    test("the second is left out where its address is somebody else's, and the first has made its person", async () => {
      await known(2, "Bea", "Other");

      const told = await run(
        `${number(1)},Ann Reg,${mail("ann")}`,
        ...between(),
        `${number(1)},Ann Reg,${mail("bea")}`,
      );

      expect(told).toMatchObject({ created: 1 + apart, updated: 0, told: [[apart + 3, "fields.registration_id"]] });
      expect(await people()).toEqual([
        ["Bea Other", mail("bea"), number(2)],
        ["Ann Reg", mail("ann"), number(1)],
      ]);
    });

    test("the second is a company's as the first, also where its address is a participant's", async () => {
      await known(3, "Ann", "Reg");
      const company = `,Oak,${place.types[2]}`;
      const padded = between().map((line) => `${line},,${place.types[1]}`);

      const told = await runBy(
        "auto",
        [
          `${number(7)},Reg Oak ${round},${company}`,
          ...padded,
          `${number(7)},Reg Oak ${round},${mail("ann")}${company}`,
        ],
        ",Company,Type",
      );

      expect(told).toMatchObject({ created: 1 + apart, told: [[apart + 3, "fields.registration_id"]] });
    });

    test("the second means whom the first has given the registration", async () => {
      await known(3, "Ann", "Reg");

      const told = await run(`${number(1)},,${mail("ann")}`, ...between(), `${number(1)},"Reg, Ann",${mail("bob")}`);

      expect(told).toMatchObject({ created: apart, updated: 2, told: [] });
      expect(await people()).toEqual([["Ann Reg", mail("bob"), number(1)]]);
    });

    test("the second says no more than the registration that the first has made", async () => {
      const told = await run(`${number(3)},Cy Low,${mail("cy")}`, ...between(), `${number(3)},,`);

      expect(told).toMatchObject({ created: 1 + apart, unchanged: 1, told: [] });
    });

    test("the second does not take back the address that the first has given", async () => {
      await known(1, "Ann", "Reg");

      const told = await run(
        `${number(1)},Ann Reg,${mail("new")}`,
        ...between(),
        `${number(1)},"Reg, Ann",${mail("ann")}`,
      );

      expect(told).toMatchObject({ created: apart, updated: 1, told: [[apart + 3, "fields.registration_id"]] });
      expect(await people()).toEqual([["Ann Reg", mail("new"), number(1)]]);
    });

    test("they are one by the registration, where somebody has chosen that, whoever else has the address", async () => {
      const lines = [`${number(3)},Ann Reg,${mail("ann")}`, ...between(), `${number(3)},Cy Low,${mail("ann")}`];

      const told = await runBy("registration_id", lines);

      expect(told).toMatchObject({ created: 1 + apart, updated: 0, told: [[apart + 3, "fields.registration_id"]] });
    });

    test("the second means whom the first has left there", async () => {
      await known(1, "Ann", "Reg");
      await known(2, "Bea", "Other");

      const told = await run(
        `${number(9)},Ann Reg,${mail("ann")}`,
        ...between(),
        `${number(1)},Ann Reg,${mail("bea")}`,
      );

      expect(told).toMatchObject({ created: apart, updated: 2, told: [] });
      expect(await people()).toEqual([
        ["Ann Reg", mail("ann"), number(9)],
        ["Ann Reg", mail("bea"), number(1)],
      ]);
    });
  });

  test("two lines of one registration and one name are one, those of several people and of profiles that are there are not", async () => {
    await known(3, "Cy", "Reg", mail("cy1"));
    await known(3, "Cy", "Reg", mail("cy2"));

    const told = await run(
      `${number(1)},Ann Reg,${mail("a")}`,
      `${number(1)},Bob Reg,${mail("b")}`,
      `${number(1)},Ann Reg,${mail("c")}`,
      `${number(3)},Cy Reg,${mail("cy1")}`,
      `${number(3)},Cy Reg,${mail("cy2")}`,
      `${number(3)},Cy Reg,${mail("cy3")}`,
    );

    expect(told).toEqual({
      ...{ created: 2, updated: 0, unchanged: 2 },
      told: [
        [4, "fields.registration_id"],
        [7, "fields.registration_id"],
      ],
    });
    expect((await people()).map(([, email]) => email)).toEqual(["cy1", "cy2", "a", "b"].map(mail));
  });
});
