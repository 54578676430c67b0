// What lanyard.suppress.json may say: findings that are put up with for a while, with a reason and a last day.
import * as Type from "typebox/type";
import { DateOnly } from "./scalars.ts";

const Suppression = Type.Object(
  {
    rule: Type.String({ pattern: "^[a-z0-9]+/[a-z-]+$", description: "The rule's name" }),
    file: Type.String({ minLength: 1, description: "The file, from the project's folder" }),
    pointer: Type.Optional(Type.String({ description: "JSON pointer of the value; everything below it is meant too" })),
    reason: Type.String({ minLength: 8, description: "Why this is put up with" }),
    until: DateOnly,
  },
  { additionalProperties: false },
);

/** The whole of lanyard.suppress.json. */
export const Suppressions = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    schemaVersion: Type.Literal(1),
    suppress: Type.Array(Suppression),
  },
  { additionalProperties: false, title: "Suppressed findings" },
);
export type Suppressions = Type.Static<typeof Suppressions>;
