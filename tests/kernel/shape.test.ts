// Replies that are not what their contract promises are found before a screen stumbles over them.
import * as Type from "typebox/type";
import { describe, expect, it } from "vitest";
import { getNavigation, listApps } from "#schemas/core.ts";
import { record } from "#schemas/shapes.ts";
import { mismatch } from "../../src/kernel/api/shape.ts";

const Row = Type.Object(
  { id: Type.Integer(), name: Type.String(), kind: Type.Optional(Type.Union([Type.Literal("a"), Type.Null()])) },
  { additionalProperties: false },
);

describe("the shape of a reply", () => {
  it("is right when all is there", () => {
    expect(
      mismatch(Type.Array(Row), [
        { id: 1, name: "One" },
        { id: 2, name: "Two", kind: null },
      ]),
    ).toBeUndefined();
    expect(mismatch(record(Type.Boolean()), { things: true })).toBeUndefined();
  });

  it.each([
    ["a text instead of a list", Type.Array(Row), "gateway timeout", "/ must be array"],
    ["nothing", Row, null, "/ must be object"],
    ["a list instead of an object", Row, [], "/ must be object"],
    ["a key that is missing", Type.Array(Row), [{ id: 1 }], "/0 must have name"],
    ["a key too many", Row, { id: 1, name: "One", extra: 1 }, "/ must not have extra"],
    ["half a number", Row, { id: 1.5, name: "One" }, "/id must be integer"],
    ["none of the forms", Row, { id: 1, name: "One", kind: "b" }, "/kind must be one of its forms"],
    ["a wrong value under a free key", record(Type.Boolean()), { things: "yes" }, "/things must be boolean"],
    ["an item of a tuple", Type.Tuple([Type.Integer(), Type.String()]), [1, 2], "/1 must be string"],
  ])("names the place: %s", (_, schema, value, place) => {
    expect(mismatch(schema as Type.TSchema, value)).toBe(place);
  });

  it("is followed into the contracts of the house", () => {
    expect(mismatch(listApps.reply, [{ id: "1" }])).toMatch(/^\/0 must have /);
    expect(mismatch(getNavigation.reply, { revision: "1" })).toMatch(/must have/);
  });
});
