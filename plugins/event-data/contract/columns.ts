// Columns of lists of profiles whose values other areas know.
import * as Type from "typebox/type";
import { EventParams } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { Id, oneOf } from "#schemas/scalars.ts";
import { record } from "#schemas/shapes.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["things"] };

/** How the fields of columns begin whose values other areas know. They are asked for beside the rows; few are asked of the list. */
export const BESIDE = "beside.";

/** A column that may stand beside a list of profiles. */
export const ProfileColumn = Type.Object({
  field: Type.String({ description: "`beside.` and what its area calls it" }),
  title: Type.String(),
  kind: oneOf(["text", "number", "date"]),
  listed: Type.Boolean({ description: "Lists can be filtered, sorted and grouped by it" }),
  sorted: Type.Optional(Type.Boolean({ description: "Lists can be sorted by it, if by nothing else" })),
  in_work: Type.Optional(
    Type.Boolean({
      description: "It is just being put in order; once it is, lists can be filtered, sorted and grouped",
    }),
  ),
  choices: Type.Optional(
    Type.Array(Type.Object({ value: Type.Union([Type.String(), Type.Integer()]), label: Type.String() }), {
      description: "The values that lists know of it, and what they are called",
    }),
  ),
  set: Type.Optional(
    Type.String({ description: "The field by which lists are filtered to those in some sets, and grouped by them" }),
  ),
  none: Type.Optional(Type.String({ description: "What those are called that are in none of the sets" })),
  categories: Type.Optional(
    Type.Array(Type.Integer(), {
      description:
        "The categories whose profiles have such a value; lists that are filtered or grouped by it show these",
    }),
  ),
});
export type ProfileColumn = Type.Static<typeof ProfileColumn>;

/** Profiles whose values can be asked for at a time: the blocks that are seen, and more. */
export const BESIDE_IDS = 500;

const InLanguage = Type.Object({ locale: Type.Optional(Type.String({ maxLength: 20 })) }, closed);

export const listProfileColumns = endpoint({
  name: "listProfileColumns",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/column",
  summary: "Columns that other areas give to lists of profiles, as far as the person may see what stands in them",
  access: reading,
  params: EventParams,
  query: InLanguage,
  reply: Type.Array(ProfileColumn),
});

export const listProfileValues = endpoint({
  name: "listProfileValues",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/column",
  summary: "What stands in such columns for some profiles; a profile that has nothing in them is left out",
  access: reading,
  params: EventParams,
  query: InLanguage,
  body: Type.Object(
    {
      columns: Type.Array(Type.String({ maxLength: 80 }), { minItems: 1, maxItems: 20, uniqueItems: true }),
      ids: Type.Array(Id, { minItems: 1, maxItems: BESIDE_IDS }),
    },
    closed,
  ),
  reply: Type.Array(
    Type.Object({
      id: Id,
      values: record(Type.Union([Type.String(), Type.Number()]), { pattern: "^beside\\.", maxProperties: 20 }),
    }),
  ),
  safe: true,
});
