// The one list question and its reply (INTERFACES §8).
import * as Type from "typebox/type";
import { oneOf } from "./scalars.ts";

/** Rows that one question may ask for. */
export const LIST_LIMIT = 1000;

export const FilterOp = oneOf(["eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte", "in", "empty"]);
export type FilterOp = Type.Static<typeof FilterOp>;

const Scalar = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean(), Type.Null()]);

/** One filter; all filters of a question must hold. `empty` takes true or false, `in` a list. */
export const ListFilter = Type.Object(
  {
    field: Type.String({ minLength: 1, maxLength: 80 }),
    op: FilterOp,
    value: Type.Optional(Type.Union([Scalar, Type.Array(Scalar, { maxItems: 500 })])),
  },
  { additionalProperties: false },
);
export type ListFilter = Type.Static<typeof ListFilter>;

export const ListSort = Type.Object(
  {
    field: Type.String({ minLength: 1, maxLength: 80 }),
    direction: oneOf(["asc", "desc"]),
  },
  { additionalProperties: false },
);
export type ListSort = Type.Static<typeof ListSort>;

/** A question for rows: which slice, in which order, matching what. */
export const ListQuestion = Type.Object(
  {
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: LIST_LIMIT })),
    sort: Type.Optional(Type.Array(ListSort, { maxItems: 8 })),
    filter: Type.Optional(Type.Array(ListFilter, { maxItems: 40 })),
    search: Type.Optional(Type.String({ maxLength: 200, description: "Words that must all be found" })),
    columns: Type.Optional(Type.Array(Type.String({ maxLength: 80 }), { maxItems: 200 })),
  },
  { additionalProperties: false },
);
export type ListQuestion = Type.Static<typeof ListQuestion>;

/** The shape of the answer: the slice, how many there are in all, and how many match. */
export function ListAnswer<Row extends Type.TSchema>(row: Row) {
  return Type.Object({
    rows: Type.Array(row),
    total: Type.Integer({ description: "Rows in all, before filter and search" }),
    matched: Type.Integer({ description: "Rows that match filter and search" }),
  });
}
