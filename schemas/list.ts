// The one list question and its reply (INTERFACES §8).
import * as Type from "typebox/type";
import { Id, oneOf } from "./scalars.ts";

/** Rows that one question may ask for. */
export const LIST_LIMIT = 1000;

export const FilterOp = oneOf(["eq", "ne", "contains", "startsWith", "gt", "gte", "lt", "lte", "in", "empty"]);
export type FilterOp = Type.Static<typeof FilterOp>;

const Scalar = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean(), Type.Null()]);

/** Values that one filter may name: all options of a field, and that there is none. */
const MOST_VALUES = 1001;
/** Values that all filters of a question may name: no database takes as many as one likes. */
export const MOST_VALUES_IN_ALL = 5000;

/** One filter; all filters of a question must hold. `empty` takes true or false, `in` a list, in which "" stands for no value. */
export const ListFilter = Type.Object(
  {
    field: Type.String({ minLength: 1, maxLength: 80 }),
    op: FilterOp,
    value: Type.Optional(Type.Union([Scalar, Type.Array(Scalar, { maxItems: MOST_VALUES })])),
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
    counts: Type.Optional(
      oneOf(
        ["exact", "about"],
        "exact unless told; with about, a count that takes long is estimated and the answer says so",
      ),
    ),
  },
  { additionalProperties: false },
);
export type ListQuestion = Type.Static<typeof ListQuestion>;

/** In which days a question's dates are understood, where a list is not of one event. */
export const DayZone = Type.Optional(
  Type.String({
    maxLength: 60,
    description: "IANA zone of the reader's clocks: filters on days mean its days; UTC unless told",
    examples: ["Europe/Berlin"],
  }),
);

export const ZonedQuestion = Type.Object(
  { ...ListQuestion.properties, zone: DayZone },
  { additionalProperties: false },
);
export type ZonedQuestion = Type.Static<typeof ZonedQuestion>;

/** The shape of the answer: the slice, how many there are in all, and how many match. */
export function ListAnswer<Row extends Type.TSchema>(row: Row) {
  return Type.Object({
    rows: Type.Array(row),
    total: Type.Integer({ description: "Rows in all, before filter and search" }),
    matched: Type.Integer({ description: "Rows that match filter and search" }),
    about: Type.Optional(
      Type.Literal(true, { description: "The counts are estimates; the same question with exact counts tells them" }),
    ),
  });
}

/** Functions of the values in a group; the count of rows always comes. */
export const GroupFunction = oneOf(["sum", "avg", "min", "max"]);
export type GroupFunction = Type.Static<typeof GroupFunction>;

/** A question for groups: rows that match, put together by the value of one field. */
export const GroupQuestion = Type.Object(
  {
    by: Type.String({
      minLength: 1,
      maxLength: 80,
      description: "The field whose values make the groups",
      examples: ["status"],
    }),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_LIMIT })),
    order: Type.Optional(oneOf(["value", "count"], "by value unless told")),
    direction: Type.Optional(oneOf(["asc", "desc"])),
    filter: Type.Optional(Type.Array(ListFilter, { maxItems: 40 })),
    search: Type.Optional(Type.String({ maxLength: 200, description: "Words that must all be found" })),
    figures: Type.Optional(
      Type.Array(
        Type.Object(
          { field: Type.String({ minLength: 1, maxLength: 80 }), fn: GroupFunction },
          { additionalProperties: false },
        ),
        { maxItems: 20 },
      ),
    ),
  },
  { additionalProperties: false },
);
export type GroupQuestion = Type.Static<typeof GroupQuestion>;

/** One group. Texts that differ only in case and accents are one group, named as its oldest row writes it, and answers of own fields that differ only in the case of plain letters; dates are grouped by day, on the clocks that the list shows. */
export const ListGroup = Type.Object({
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  count: Type.Integer(),
  figures: Type.Array(Type.Union([Type.Number(), Type.Null()]), { description: "In the order of the question's" }),
  filter: Type.Array(ListFilter, { description: "Filters that find exactly the rows of this group" }),
});
export type ListGroup = Type.Static<typeof ListGroup>;

/** A slice of groups; `more` tells whether others come after it. */
export const GroupAnswer = Type.Object({ groups: Type.Array(ListGroup), more: Type.Boolean() });
export type GroupAnswer = Type.Static<typeof GroupAnswer>;

/** In which order the groups of a list that is sorted like this stand: the largest first, until the column of the groups itself is sorted. */
export function groupOrder(by: string, sort: readonly ListSort[]): Pick<GroupQuestion, "order" | "direction"> {
  const sorted = sort.find(({ field }) => field === by);
  return sorted ? { order: "value", direction: sorted.direction } : { order: "count" };
}

/** Rows of a list: some by their ids, or all that a question finds except some. */
export const listSelection = (most: number) =>
  Type.Union([
    Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: most }) }, { additionalProperties: false }),
    Type.Object(
      {
        question: Type.Object(
          {
            search: Type.Optional(Type.String({ maxLength: 200, description: "Words that must all be found" })),
            filter: Type.Optional(Type.Array(ListFilter, { maxItems: 40 })),
          },
          { additionalProperties: false },
        ),
        except: Type.Optional(Type.Array(Id, { maxItems: most })),
      },
      { additionalProperties: false },
    ),
  ]);
export type ListSelection = Type.Static<ReturnType<typeof listSelection>>;
