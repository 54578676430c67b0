// Tickets that a registration system keeps in its list although they are cancelled make nobody a participant, unless somebody says so.
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { importSent, sendFile } from "./exchange.ts";

let server: TestApp;
let place: Place;
beforeAll(async () => {
  server = await app();
  place = await aPlace(server);
});
afterAll(() => server.close());

const LISTS = [
  {
    system: "eventbrite",
    field: "fields.attendee_status",
    head: "Order #,Order Date,First Name,Surname,Email,Quantity,Ticket Type,Attendee #,Attendee Status",
    line: (name: string, state: string) => `1,2026-01-01,${name},Brite,${name}@brite.example,1,Full,${name}-7,${state}`,
    comes: ["Attending", "Checked In"],
    stays: ["Not Attending", "Deleted"],
    at: 8,
  },
  {
    system: "pretix",
    field: "fields.order_status",
    head: "Order code,Order date,Product,Attendee name,Attendee email,Pseudonymization ID,Status",
    line: (name: string, state: string) =>
      `X1,2026-01-01,Full,${name} Pretix,${name}@pretix.example,${name}-8,${state}`,
    comes: ["paid", "ausstehend"],
    stays: ["canceled", "expired", "Storniert"],
    at: 6,
  },
  {
    system: "tito",
    field: "fields.void_status",
    head: "Number,Ticket,Ticket Full Name,Ticket Email,Ticket Reference,Void Status",
    line: (name: string, state: string) => `1,Full,${name} Tito,${name}@tito.example,${name}-9,${state}`,
    comes: ["", "false"],
    stays: ["Void", "true"],
    at: 5,
  },
];

test.each(LISTS)("$system: cancelled tickets are told and left out, unless they are taken", async (list) => {
  const states = [...list.comes, ...list.stays];
  const text = [list.head, ...states.map((state, at) => list.line(`p${at}`, state))].join("\n");
  const { id: file, result: found } = await sendFile(place.asker, place.path, text);
  expect(found).toMatchObject({ system: list.system, state: list.at });
  const run = (draft: object) => importSent(place.asker, place.path, { file, type: place.types[1], ...draft });

  const tried = await run({ mode: "dry-run" });
  const done = await run({ locale: "de" });
  const taken = await run({ cancelled: "take" });

  const told = list.stays.map((_, at) => ({ line: list.comes.length + 2 + at, field: list.field }));
  for (const { result } of [tried, done]) {
    expect(result).toMatchObject({ created: list.comes.length, skipped: list.stays.length, errors: told });
    expect(result.lines).toBeUndefined();
  }
  expect(tried.result.errors[0]?.message).toContain(`“${list.stays[0]}”`);
  expect(done.result.errors[0]?.message).toContain(`storniert oder ist verfallen („${list.stays[0]}“)`);
  expect(taken.result).toMatchObject({ created: list.stays.length, unchanged: list.comes.length, skipped: 0 });
});

test("of very many cancelled tickets a few are told, and whatever else is wrong with the list still is", async () => {
  const [{ head, line }] = LISTS as [(typeof LISTS)[number]];
  const gone = Array.from({ length: 1100 }, (_, at) => line(`gone${at}`, "Deleted"));
  const text = [head, ...gone, line("comes", "Attending").replace("@brite.example", "")].join("\n");
  const { id: file } = await sendFile(place.asker, place.path, text);

  const { result } = await importSent(place.asker, place.path, { file, type: place.types[1] });

  expect(result).toMatchObject({ created: 0, skipped: 1101, more: 1080 });
  expect(result.errors).toHaveLength(21);
  expect(result.errors.at(-1)).toMatchObject({ line: 1102, field: "email" });
});

test("who was cancelled and has booked once more comes in; no other list is looked through for such words", async () => {
  const [{ head, line }] = LISTS as [(typeof LISTS)[number]];
  const again = [head, line("again", "Not Attending"), line("again", "Attending")].join("\n");
  const other = "Name,Email,Status of the train\nOther One,other@train.example,cancelled\n";

  const run = async (text: string) => {
    const { id: file, result } = await sendFile(place.asker, place.path, text);
    return {
      state: result.state,
      ...(await importSent(place.asker, place.path, { file, type: place.types[1] })).result,
    };
  };

  expect(await run(again)).toMatchObject({ created: 1, skipped: 1, errors: [{ line: 2 }] });
  expect(await run(other)).toMatchObject({ state: undefined, created: 1, skipped: 0 });
});
