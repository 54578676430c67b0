// The browser's light stand-in for TypeBox makes the very schemas that TypeBox makes.
import * as Full from "typebox/type";
import { describe, expect, it } from "vitest";
import * as Plain from "#schemas/plainType.ts";

type Maker = typeof Full;

const SCHEMAS: Record<string, (make: Maker) => unknown> = {
  text: (make) => make.String({ maxLength: 3, description: "short" }),
  numbers: (make) => [make.Integer({ minimum: 1 }), make.Number(), make.Boolean(), make.Null()],
  "anything at all": (make) => make.Unknown({ description: "whatever" }),
  "a shape of our own": (make) => make.Unsafe({ $ref: "#/$defs/condition" }),
  literals: (make) => [make.Literal("a", { description: "first" }), make.Literal(3), make.Literal(true)],
  "one of several": (make) => make.Union([make.Literal("a"), make.Null()], { description: "a or nothing" }),
  lists: (make) => [make.Array(make.String(), { maxItems: 3 }), make.Tuple([make.String(), make.Integer()])],
  "an object without required keys": (make) => make.Object({ a: make.Optional(make.String()) }),
  "a closed object": (make) =>
    make.Object({ a: make.Optional(make.Array(make.Integer())), b: make.Object({}) }, { additionalProperties: false }),
};

describe("the browser's stand-in for TypeBox", () => {
  for (const [name, schemaBy] of Object.entries(SCHEMAS)) {
    it(`makes the same schema: ${name}`, () => {
      expect(JSON.stringify(schemaBy(Plain as unknown as Maker))).toBe(JSON.stringify(schemaBy(Full)));
    });
  }
});
