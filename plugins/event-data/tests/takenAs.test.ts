// For which data types a field of another event is taken.
import { expect, test } from "vitest";
import { takenAs } from "../server/fields/take.ts";
import { aField } from "./factories.ts";

const type = (id: number, name: string, own?: string) => ({
  ...{ id, name, categoryId: 1 },
  labels: own ? { "en-gb": { one: own, many: `${own}s` } } : {},
});
const around = (here: ReturnType<typeof type>[]) => ({
  ...{ here: [], taken: new Set(), types: here, locale: "en-gb" },
  typesThere: [type(1, "Attendee"), type(2, "Buyer", "Guest")],
});
const field = (type_ids: number[]) => aField({ kind: "text", key: "q", event_id: 7, type_ids });

test("two fields that differ are not proposed one key", () => {
  const [one, other] = ["size", "size_2"].map((key) => aField({ kind: "text", key, event_id: 7 }));
  const here = [one, other].map((field) => ({ ...field, id: 90, kind: "number" }));
  const among = { ...around([]), here, taken: new Set(["size", "size_2"]) };

  const keys = [one, one, other].map((field) => takenAs(field as never, among as never).free_key);

  expect(keys).toEqual(["size_3", "size_4", "size_2_2"]);
});

test.each([
  ["all types stay all", [], [type(3, "Speaker")], "new", [], []],
  ["a type that both have", [1], [type(1, "Attendee")], "new", [1], []],
  ["one that is called so here", [2], [type(5, "Guest")], "new", [5], []],
  ["one that this event calls so", [1], [type(6, "Visitor", "Attendee")], "new", [6], []],
  ["one of two", [1, 2], [type(1, "Attendee")], "new", [1], ["Guest"]],
  ["none of them, which is not all", [2], [type(1, "Attendee")], "no_type", [], ["Guest"]],
])("%s", (_, ids, here, state, type_ids, left_types) => {
  expect(takenAs(field(ids), around(here as never) as never)).toMatchObject({ state, type_ids, left_types });
});
