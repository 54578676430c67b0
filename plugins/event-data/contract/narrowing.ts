// What a list of profiles is narrowed to before it is asked anything.
import * as Type from "typebox/type";
import { Id } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;

/** What a list is narrowed to before anything is filtered: `total` counts what is left. */
export const narrowing = {
  type: Type.Optional(Id),
  category: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3, description: "1 participants, 2 companies, 3 items" }),
  ),
};
export const Narrowing = Type.Object(narrowing, closed);
export type Narrowing = Type.Static<typeof Narrowing>;

/** In whose names. */
export const Reading = Type.Object(
  {
    ...narrowing,
    locale: Type.Optional(
      Type.String({
        maxLength: 20,
        description: "Values that have names, such as countries, stand in the order of their names in this language",
      }),
    ),
  },
  closed,
);
