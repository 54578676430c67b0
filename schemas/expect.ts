// What nav.expect.json may say: promises about who sees which entries, kept by `nav lint`.
import * as Type from "typebox/type";
import { Condition, conditionDefs } from "./condition.ts";
import { AccessRoleId, PartId } from "./scalars.ts";

const closed = { additionalProperties: false } as const;
const Entries = Type.Array(Type.Union([PartId, Type.Literal("*")]), { minItems: 1, uniqueItems: true });

const NavPromise = Type.Object(
  {
    say: Type.String({ minLength: 3, description: "The promise in one sentence" }),
    role: Type.Optional(
      Type.Union([Type.String({ pattern: "^[a-z]+$" }), AccessRoleId], { description: "A named role, or a role id" }),
    ),
    when: Type.Optional(Condition),
    sees: Type.Optional(Entries),
    uses: Type.Optional(Entries),
    neverSees: Type.Optional(Entries),
  },
  { ...closed, description: "Everyone of the role for whom `when` holds sees, may use, or never sees the entries" },
);

/** The whole of nav.expect.json. */
export const NavExpect = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    schemaVersion: Type.Literal(1),
    promises: Type.Array(NavPromise),
  },
  { ...closed, title: "Promises about the navigation", $defs: conditionDefs },
);
export type NavExpect = Type.Static<typeof NavExpect>;
