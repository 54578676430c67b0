// An address whose domain has letters beyond ASCII is one address, in letters and in the figures that stand for them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Thing } from "../contract.ts";
import { plainAddress } from "../server/address.ts";
import { domains } from "../server/migrations/0190_domains.ts";
import type { EventDataTables } from "../server/tables.ts";
import { importSent, sendFile } from "./exchange.ts";

test.each([
  ["Ann@M\u00dcLLER.example", "ann@m\u00fcller.example"],
  ["ann@xn--mller-kva.example", "ann@m\u00fcller.example"],
  ["ann@mail.XN--MLLER-KVA.example", "ann@mail.m\u00fcller.example"],
  ["ann@fa\u00df.example", "ann@fa\u00df.example"],
  ["ann@xn--fa-hia.example", "ann@fa\u00df.example"],
  ["ann@\u65e5\u672c.example", "ann@\u65e5\u672c.example"],
  ["J\u00fcrgen@Plain.example", "j\u00fcrgen@plain.example"],
  // What is no name of a place stays.
  ["ann@xn--zzzzzzz99.example", "ann@xn--zzzzzzz99.example"],
  ["ann@m\u00fc/ller.example", "ann@m\u00fc/ller.example"],
  ["m\u00fcller", "m\u00fcller"],
  ["", ""],
])("%s is kept as %s", (given, kept) => {
  expect(plainAddress(given)).toBe(kept);
});

describe.each(testDatabases)("one address in two ways, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const mail = (name: string) => `${name}@b\u00fcro.example`;
  const inFigures = (name: string) => `${name}@xn--bro-hoa.example`;
  const run = async (lines: string[], mode: "dry-run" | "apply") => {
    const { asker, path, types } = place;
    const { id: file } = await sendFile(asker, path, ["Name,Email", ...lines].join("\n"));
    const { created, updated, errors } = (await importSent(asker, path, { file, type: types[1], mode })).result;
    return { created, updated, told: errors.map(({ line, field }) => [line, field]) };
  };
  const called = async (value: string) => {
    const question = { filter: [{ field: "email", op: "eq", value }], limit: 10 };
    return (await place.asker.post(`${place.path}/thing/query`, question)).data.rows as Thing[];
  };

  test("is taken in the form, whichever way it is written", async () => {
    const first = await aProfile(place, { first_name: "Ann", last_name: "One", email: inFigures("ann") });
    const draft = { type_id: place.types[1], first_name: "Bea", last_name: "Two" };

    const again = await place.asker.post(`${place.path}/thing`, { ...draft, email: mail("ann") });

    expect((await called(mail("ann"))).map(({ id }) => id)).toEqual([first.id]);
    expect([again.status, again.error?.code]).toEqual([400, "event-data.email_taken"]);
  });

  test("is one profile for imports, and twice in a file one line too many", async () => {
    await aProfile(place, { first_name: "Cy", last_name: "One", email: mail("cy") });
    const lines = [`Cy Uno,${inFigures("cy")}`, `Dan One,${mail("dan")}`, `Dan One,${inFigures("dan")}`];

    const ran = [await run(lines, "dry-run"), await run(lines, "apply")];

    expect(ran[0]).toEqual({ created: 1, updated: 1, told: [[4, "email"]] });
    expect(ran[1]).toEqual(ran[0]);
    expect((await called(mail("cy"))).map(({ name }) => name)).toEqual(["Cy Uno"]);
  });

  test("of before becomes the one in letters, where nobody else has that", async () => {
    const alone = await aProfile(place, { first_name: "", last_name: "", name: "Eve", email: mail("eve") });
    const [one, other] = [await aProfile(place, { email: mail("fay") }), await aProfile(place, { email: mail("fox") })];
    const tables = server.deps.database.write.withTables<EventDataTables>();
    const put = (id: number, email: string) =>
      tables.updateTable("event_data_thing").set({ email, email_key: email }).where("id", "=", id).execute();
    await put(alone.id, inFigures("eve"));
    await put(other.id, inFigures("fay"));

    const { write, dialect } = server.deps.database;
    await write.transaction().execute((db) => domains.up(db as never, dialect));

    expect((await called(mail("eve"))).map(({ id }) => id)).toEqual([alone.id]);
    expect((await called(mail("fay"))).map(({ id }) => id)).toEqual([one.id]);
    expect((await called(inFigures("fay"))).map(({ id }) => id)).toEqual([other.id]);
  });
});
