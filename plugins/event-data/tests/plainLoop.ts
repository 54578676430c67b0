// Questions over own fields, and what a plain loop answers to them.
import fc from "fast-check";
import { fileName } from "#schemas/fields.ts";
import type { FilterOp, ListFilter, ListQuestion } from "#schemas/list.ts";
import { fold } from "#server";
import type { Thing } from "../contract.ts";

const END = " Übergang Weiß";
/** In one of them what is compared ends behind a blank, which folding would take away. */
export const WORDS = ["Ann", "ann", "Änn", "ÄNN", "Übersetzer", "weiß", "Łódź", "bo", "Zoë", "100%", "a_b", "x"];
export const LONG = ["Long ".repeat(40) + END, "Läng ".repeat(40) + END];
export const MAILS = ["Ann@x.example", "ann@X.example", "ann@x.example", "Bo@y.example"];
export const OPTIONS = ["s", "m", "l"];
/** What files are called; two of each are sent. */
export const FILES = ["cv.pdf", "CV.pdf", "Ann b.pdf", "ann.pdf", "Änn.pdf", "a_b.pdf"];

export const FIELDS = ["size", "shirt", "note", "day", "ok", "many", "about", "when", "cv", "mail"] as const;
export const valueFilter = fc.oneof(
  fc.record({
    field: fc.constant("fields.cv"),
    op: fc.constantFrom<FilterOp>("eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte"),
    value: fc.constantFrom(...FILES, "a", "0"),
  }),
  fc.record({
    field: fc.constantFrom("fields.size"),
    op: fc.constantFrom<FilterOp>("eq", "ne", "gt", "gte", "lt", "lte"),
    value: fc.integer({ min: -1, max: 13 }),
  }),
  fc.record({
    field: fc.constantFrom("fields.note", "fields.about"),
    op: fc.constantFrom<FilterOp>("eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte"),
    value: fc.constantFrom(...WORDS, "übers", "WEISS", "lodz"),
  }),
  fc.record({
    field: fc.constant("fields.mail"),
    op: fc.constantFrom<FilterOp>("eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte"),
    value: fc.constantFrom(...MAILS, "ANN", "x.example"),
  }),
  fc.record({
    field: fc.constantFrom("fields.shirt", "fields.day"),
    op: fc.constantFrom<FilterOp>("eq", "ne", "startsWith", "gt", "gte", "lt", "lte"),
    value: fc.constantFrom(...OPTIONS, "2026-04-01"),
  }),
  fc.record({
    field: fc.constantFrom("fields.shirt", "fields.many", "fields.note"),
    op: fc.constant<FilterOp>("in"),
    value: fc.subarray([...OPTIONS, "Ann", ""]),
  }),
  fc.record({
    field: fc.constant("fields.many"),
    op: fc.constantFrom<FilterOp>("eq", "ne"),
    value: fc.constantFrom(...OPTIONS),
  }),
  fc.record({
    field: fc.constant("fields.when"),
    op: fc.constantFrom<FilterOp>("gt", "gte", "lt", "lte"),
    value: fc.constantFrom("2026-02-02T05:15:00.000Z", "2026-02-03T00:00:00.000Z"),
  }),
  fc.record({ field: fc.constant("fields.ok"), op: fc.constantFrom<FilterOp>("eq", "ne"), value: fc.boolean() }),
  fc.record({
    field: fc.constantFrom(...FIELDS.map((key) => `fields.${key}`)),
    op: fc.constant<FilterOp>("empty"),
    value: fc.boolean(),
  }),
  fc.record({ field: fc.constant("status"), op: fc.constant<FilterOp>("eq"), value: fc.constant("active") }),
  fc.record({ field: fc.constant("name"), op: fc.constant<FilterOp>("eq"), value: fc.constant("N3") }),
  fc.record({ field: fc.constant("country"), op: fc.constantFrom<FilterOp>("eq", "ne"), value: fc.constant("DE") }),
  fc.record({
    field: fc.constant("country"),
    op: fc.constantFrom<FilterOp>("gt", "startsWith", "contains"),
    value: fc.constant("d"),
  }),
  fc.record({
    field: fc.constant("country"),
    op: fc.constant<FilterOp>("in"),
    value: fc.constant<string[]>(["GB", "PL"]),
  }),
  fc.record({ field: fc.constant("country"), op: fc.constant<FilterOp>("empty"), value: fc.boolean() }),
);
export const question: fc.Arbitrary<ListQuestion> = fc.record(
  {
    filter: fc.array(valueFilter, { maxLength: 3 }),
    sort: fc.array(
      fc.record({
        field: fc.constantFrom(...FIELDS.map((key) => `fields.${key}`), "name", "id"),
        direction: fc.constantFrom("asc", "desc"),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    search: fc.constantFrom("", "", "n3"),
    offset: fc.nat(70),
    limit: fc.integer({ min: 0, max: 60 }),
  },
  { requiredKeys: ["sort"] },
);

/** As a list compares an answer: the first 200 signs of a text, and several options as one text. */
export const inOrder = (value: unknown) =>
  Array.isArray(value) ? JSON.stringify(value) : typeof value === "string" ? fold(value).slice(0, 200) : value;
export const answerIn = (row: Thing, field: string): unknown => {
  const own = field.startsWith("fields.") ? row.fields[field.slice(7)] : (row as Record<string, unknown>)[field];
  return field === "fields.cv" && own !== undefined ? fileName(own) : own;
};
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

export function holds(row: Thing, { field, op, value }: ListFilter): boolean {
  const own = answerIn(row, field);
  if (op === "empty") return ((own ?? "") === "" || String(own) === "") === value;
  if (op === "in" && [value].flat().includes("") && String(own ?? "") === "") return true;
  if (op === "eq" || op === "in")
    return [value].flat().some((one) => (Array.isArray(own) ? own.includes(one as string) : own === one));
  if (op === "ne") return !holds(row, { field, op: "eq", value });
  if (own === undefined) return false;
  if (op === "contains") return fold(String(own)).includes(fold(String(value)));
  if (op === "startsWith") return fold(String(own)).startsWith(fold(String(value)));
  const order = typeof value === "number" ? Number(own) - value : bytes(String(inOrder(own)), fold(String(value)));
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[op as "gt"];
}

export function sorted(rows: Thing[], sort: NonNullable<ListQuestion["sort"]>): number[] {
  const terms = [
    ...sort,
    ...(sort.some(({ field }) => field === "id") ? [] : [{ field: "id", direction: sort[0]?.direction }]),
  ];
  const compare = (a: unknown, b: unknown) => {
    const [left, right] = [a, b].map((one) => (typeof one === "number" ? one : -1e308)) as [number, number];
    if (left !== right) return left - right;
    return typeof a === "number" ? 0 : bytes(String(inOrder(a) ?? ""), String(inOrder(b) ?? ""));
  };
  return rows
    .sort((a, b) => {
      for (const { field, direction } of terms) {
        const order = compare(answerIn(a, field), answerIn(b, field));
        if (order !== 0) return direction === "desc" ? -order : order;
      }
      return 0;
    })
    .map(({ id }) => id);
}

export const MANY: ListQuestion[] = ["fields.size", "fields.shirt", "name"].flatMap((field) =>
  (["asc", "desc"] as const).map((direction) => ({
    sort: [{ field, direction }],
    filter: [
      { field: "fields.shirt", op: "in", value: ["s", "m"] },
      { field: "fields.size", op: "gte", value: 3 },
    ],
    offset: 2,
    limit: 5,
  })),
);
