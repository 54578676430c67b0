// The history of one profile, page by page.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id } from "#schemas/scalars.ts";
import { record } from "#schemas/shapes.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["things"] };
const ThingParams = Type.Object({ eventId: Id, thingId: Id }, closed);

/** One line of a record's history: the fields that changed, before and after. */
export const HistoryLine = Type.Object({
  id: Id,
  at: DateTime,
  actor: Type.String({ description: "Who did it" }),
  action: Type.String(),
  before: Type.Union([record(Type.Unknown()), Type.Null()]),
  after: Type.Union([record(Type.Unknown()), Type.Null()]),
});
export type HistoryLine = Type.Static<typeof HistoryLine>;

/** Lines of a page of a record's history; fewer are the last. */
export const HISTORY_PAGE = 200;

export const listThingHistory = endpoint({
  name: "listThingHistory",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/history",
  summary: "Who changed what of a participant, company or item, newest first, 200 lines at a time",
  access: reading,
  params: ThingParams,
  query: Type.Object(
    { before: Type.Optional(Type.Integer({ minimum: 1, description: "Id of a line: those that are older than it" })) },
    closed,
  ),
  reply: Type.Array(HistoryLine),
});
