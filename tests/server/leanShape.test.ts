// Replies are written from a leaner shape than they are described by, and read the same.
import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import { expect, test } from "vitest";
import { leanShape } from "../../server/kernel/leanShape.ts";

const compile = SerializerSelector()({}, {});
const written = (schema: object, value: unknown): string =>
  compile({ schema, method: "GET", url: "/", httpStatus: "200" })(value);

const nothing = { type: "null" };
const either = (...anyOf: object[]) => ({ anyOf });
const row = { type: "object", properties: { x: { type: "integer" }, deep: either({ type: "string" }, nothing) } };
const dated = { type: "string", format: "date-time" };
const literal = (value: string) => ({ const: value, type: "string" });
const scalars = either({ type: "string" }, { type: "number" }, { type: "boolean" });
const values = either(...scalars.anyOf, { type: "array", items: scalars });
const known = either(
  { type: "object", required: ["did"], properties: { did: literal("a"), one: { type: "string" } } },
  { type: "object", required: ["did"], properties: { did: literal("b"), other: row } },
);

test.each([
  ["an object or nothing", either(row, nothing), [null, { x: 1, left: "out", deep: null }, { deep: "text" }]],
  ["a list or nothing", either({ type: "array", items: row }, nothing), [null, [], [{ x: 1, left: "out" }]]],
  ["a text or nothing", either(nothing, { type: "string" }), [null, "", 'Zoë "quoted"\n']],
  ["an instant or nothing", either(dated, nothing), [null, "2026-01-01T10:00:00.000Z"]],
  ["one of some words or nothing", either(literal("a"), literal("b"), nothing), [null, "a", "b"]],
  ["one word or nothing", either(literal("a"), nothing), [null, "a"]],
  ["a number, a text or a list of them", values, [1.5, "a", false, ["a", 2]]],
  ["any of these in a map", { type: "object", patternProperties: { "^.*$": values } }, [{ a: 1, b: ["x"] }]],
  [
    "one of several objects",
    known,
    [
      { did: "a", one: "x", left: "out" },
      { did: "b", other: { x: 2, y: 3 } },
    ],
  ],
])("%s", (_, shape, all) => {
  const schema = { type: "object", properties: { data: shape, missing: shape } };
  const lean = leanShape(schema) as object;

  for (const data of all) expect(written(lean, { data })).toBe(written(schema, { data }));
  expect(JSON.stringify(lean).includes("anyOf")).toBe(shape === known);
});
