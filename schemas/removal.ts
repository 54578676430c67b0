// What somebody has just removed, brought back by themselves: the notice that tells of it offers that.
import * as Type from "typebox/type";
import { endpoint } from "./endpoint.ts";
import { Loss } from "./losses.ts";
import { Id } from "./scalars.ts";

const closed = { additionalProperties: false } as const;

/** So long it can be undone by whoever did it; after that by whoever may see the history. */
export const REMOVAL_MINUTES = 10;

export const undoRemoval = endpoint({
  name: "undoRemoval",
  method: "POST",
  path: "/1/api/container/{eventId}/removal/undo",
  summary: "Bring back what oneself has removed in the last ten minutes, by the rules of the history",
  access: { accessRole: 299 },
  params: Type.Object({ eventId: Id }, closed),
  body: Type.Object(
    {
      type: Type.String({ maxLength: 80, description: "As the history calls it, such as `session`" }),
      id: Id,
    },
    closed,
  ),
  reply: Type.Object({
    id: Type.String({ description: "Under which id it stands now" }),
    lost: Type.Array(Loss, { description: "What could not come back with it" }),
  }),
  problems: {
    "removal.over": { status: 409, message: "This can no longer be undone" },
    "removal.not_possible": { status: 409, message: "This is not possible any more" },
  },
});
