// Requests of every kind made from the API's own description: mostly of the right shape, often at its edges, sometimes hostile.
import fc from "fast-check";
import type { Operation } from "../../cli/smoke/operations.ts";

type Schema = Record<string, unknown>;

export interface RandomRequest {
  operation: Operation;
  path: string;
  body: unknown;
}

/** Texts that have broken servers: control characters, lone surrogates, SQL, markup, long ones, other scripts. */
const hostile = fc.constantFrom(
  "\u0000",
  "\ud800",
  "' or 1=1 --",
  '"; drop table core_user; --',
  "<script>alert(1)</script>",
  "%00%ff%zz",
  "../../etc/passwd",
  "\u202eevil",
  "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍👩‍👧‍👦",
  "x".repeat(500),
  "=cmd|' /C calc'!A0",
  "__proto__",
  "constructor",
  "",
  " ",
);
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -1, 0, 1e308, 2 ** 31, 2 ** 63),
  fc.string({ unit: "binary", maxLength: 20 }),
  hostile,
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.integer(), { maxKeys: 2 }),
);

/** A request to one of the operations; `ids` are rows that are there, by the name of the parameter. */
export function requestTo(operations: readonly Operation[], ids: Record<string, readonly number[]>) {
  return fc.constantFrom(...operations).chain((operation) => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const places = fc.tuple(...names.map((name) => placeOf(operation, name, ids[name] ?? [])));
    const query = fc.tuple(...operation.parameters.filter((one) => one.in === "query").map(queryOf));
    const body = operation.bodySchema ? bent(ofSchema(operation.bodySchema)) : fc.constant(undefined);
    return fc.record({ places, query, body }).map(({ places, query, body }): RandomRequest => {
      const path = names.reduce((path, name, at) => path.replace(`{${name}}`, String(places[at])), operation.path);
      const asked = query.filter((part) => part !== undefined).join("&");
      return { operation, path: asked ? `${path}?${asked}` : path, body };
    });
  });
}

function placeOf(operation: Operation, name: string, known: readonly number[]): fc.Arbitrary<string> {
  const schema = operation.parameters.find((one) => one.name === name)?.schema ?? {};
  const there = known.length > 0 ? fc.constantFrom(...known).map(String) : ofSchema(schema).map(inAddress);
  const wrong = fc
    .oneof(anything, fc.constantFrom("999999999", "-1", "1e3", "0x1", "99999999999999999999"))
    .map(inAddress);
  return fc.oneof({ weight: 6, arbitrary: there }, { weight: 1, arbitrary: wrong });
}

function queryOf({ name, required, schema }: Operation["parameters"][number]): fc.Arbitrary<string | undefined> {
  const pair = bent(ofSchema(schema)).map((value) => `${name}=${inAddress(value)}`);
  return required
    ? fc.oneof({ weight: 9, arbitrary: pair }, fc.constant(undefined))
    : fc.option(pair, { nil: undefined });
}

function inAddress(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, "")) || "%20";
}

/** Most of the time what it was, else anything at all. */
function bent(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: anything });
}

function ofSchema(schema: Schema): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map(ofSchema));
  switch (schema.type) {
    case "object":
      return ofObject(schema);
    case "array": {
      const least = Number(schema.minItems ?? 0);
      const most = Math.max(least, Math.min(Number(schema.maxItems ?? 4), 4));
      return fc.array(bent(ofSchema((schema.items ?? {}) as Schema)), { minLength: least, maxLength: most });
    }
    case "integer":
      return fc.integer({
        min: Number(schema.minimum ?? -5),
        max: Math.min(Number(schema.maximum ?? 5000), 2 ** 31 - 1),
      });
    case "number":
      return fc.double({ noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return ofText(schema);
    default:
      return anything;
  }
}

function ofObject(schema: Schema): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const requiredKeys = ((schema.required ?? []) as string[]).filter((key) => key in properties);
  const whole = fc.record(
    Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, bent(ofSchema(part))])),
    { requiredKeys },
  );
  return fc.oneof(
    { weight: 9, arbitrary: whole },
    {
      weight: 1,
      arbitrary: fc.tuple(whole, hostile, anything).map(([object, key, value]) => ({ ...object, [key]: value })),
    },
  );
}

function ofText(schema: Schema): fc.Arbitrary<string> {
  const minLength = Number(schema.minLength ?? 0);
  const plain = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(Number(schema.maxLength ?? 30), 60)) });
  const fitting: Record<string, fc.Arbitrary<string>> = {
    email: fc.integer({ min: 0, max: 50 }).map((at) => `person${at}@example.org`),
    date: fc.constantFrom("2026-02-28", "2024-02-29", "0001-01-01", "9999-12-31"),
    "date-time": fc.constantFrom("2026-02-28T09:00:00.000Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999+14:00"),
  };
  const formatted = fitting[String(schema.format)];
  return fc.oneof(
    { weight: formatted ? 1 : 4, arbitrary: plain },
    { weight: 1, arbitrary: hostile },
    ...(formatted ? [{ weight: 6, arbitrary: formatted }] : []),
  );
}
