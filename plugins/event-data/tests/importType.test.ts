// A column “Type”: the data types of the lines where they name some, and else whatever it holds; and lines that hold nothing.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { sendFile } from "./exchange.ts";

let server: TestApp;
let place: Place;
let names: string[];
beforeAll(async () => {
  server = await app();
  place = await aPlace(server);
  const all: { type: string; type_category_id: number }[] = (await place.asker.get("/1/api/type")).data;
  names = all.filter((one) => one.type_category_id === 1).map(({ type }) => type);
});
afterAll(() => server.close());

describe("a column “Type”", () => {
  const run = async (lines: readonly string[]) => {
    const { asker, eventId, path, types } = place;
    const { result: file } = await sendFile(asker, path, lines.join("\n"));
    const { data } = await asker.importFile(
      eventId,
      `kind=thing&format=csv&mode=apply&type=${types[1]}`,
      lines.join("\n"),
    );
    return { field: file.columns.at(-1)?.field, ...data.result };
  };

  test.each(["Type", "Typ", "Attendee type"])(
    "under %s that names kinds of tickets is one of their own",
    async (title) => {
      const mail = `${title.replace(" ", "")}@kinds.example`;

      const result = await run([`Name,Email,${title}`, `Ann Kind,ann.${mail},VIP`, `Bo Kind,bo.${mail},Regular`]);

      expect(result).toMatchObject({ created: 2, skipped: 0, field: expect.stringMatching(/^fields\./) });
    },
  );

  test("that names data types gives them, and tells each line with another word", async () => {
    const result = await run([
      "Name,Email,Type",
      `Ann Named,ann@named.example,${names[0]}`,
      `Bo Named,bo@named.example,${names[0]?.toUpperCase()}`,
      "Cy Named,cy@named.example,VIP",
    ]);

    expect(result).toMatchObject({ created: 2, skipped: 1, field: "type_id", errors: [{ line: 4, field: "type_id" }] });
  });

  test("with a word in few lines, or a heading that says data type, tells these lines", async () => {
    const few = await run([
      "Name,Email,Type",
      "Ann Few,a@few.example,",
      "Bo Few,b@few.example,",
      "Cy Few,c@few.example,VIP",
    ]);
    expect(few).toMatchObject({ created: 2, skipped: 1, field: "type_id" });

    const said = await run(["Name,Email,Data type", "Ann Said,a@said.example,VIP"]);
    expect(said).toMatchObject({ created: 0, skipped: 1, field: "type_id" });
  });
});

test("what stands after more lines than a sheet has that hold nothing but separators is read", async () => {
  const { asker, path } = place;

  const first = Array.from({ length: 12 }, (_, at) => `First ${at},f${at}@last.example\n`).join("");

  const { result } = await sendFile(
    asker,
    path,
    `Name,Email\n${first}${",\n".repeat(1_150_000)}Ann Last,ann@last.example\n`,
  );

  expect(result.rows).toBe(13);
});
