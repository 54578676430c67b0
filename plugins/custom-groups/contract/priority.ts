// Which group decides where a profile is in several that say something, and the order of the groups.
import * as Type from "typebox/type";
import { EventParams } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { Id, oneOf } from "#schemas/scalars.ts";
import { GROUP_PRIORITIES } from "../../data-types-permissions/contract.ts";

/** What decides before the rules of data types asks for what these ask for. */
export const RULING = { accessRole: 95, permissions: ["things"], alsoPermissions: ["containers"] };

const closed = { additionalProperties: false } as const;

const rule = oneOf(
  GROUP_PRIORITIES,
  "Which of several groups of a profile decides whom it sees and who is recommended to it: whichever allows most, or the highest in the order that says anything about it",
);

export const Priority = Type.Object({
  rev: Type.Integer({ description: "Counts the saves; 0 before the first" }),
  rule,
  order: Type.Array(Id, { description: "All groups of the event, the highest first; new ones come last" }),
});
export type Priority = Type.Static<typeof Priority>;

export const getGroupPriority = endpoint({
  name: "getGroupPriority",
  method: "GET",
  path: "/1/api/container/{eventId}/custom-group/priority",
  summary: "Which group decides where a profile is in several, and the order of the groups",
  access: { permissions: ["things"] },
  params: EventParams,
  reply: Priority,
});

export const saveGroupPriority = endpoint({
  name: "saveGroupPriority",
  method: "PUT",
  path: "/1/api/container/{eventId}/custom-group/priority",
  summary:
    "Choose which group decides where a profile is in several; refused as stale when somebody else saved in between",
  access: RULING,
  params: EventParams,
  body: Type.Object(
    {
      rev: Type.Integer({ minimum: 0 }),
      rule,
      order: Type.Optional(
        Type.Array(Id, {
          maxItems: 1000,
          uniqueItems: true,
          description: "Groups, the highest first; those that are not named come after them, by name",
        }),
      ),
    },
    closed,
  ),
  reply: Priority,
});
