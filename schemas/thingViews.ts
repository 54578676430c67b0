// Saved views of the lists: what a view keeps, and what can be asked of views.
import * as Type from "typebox/type";
import { EventParams } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { Id } from "./scalars.ts";
import { optional } from "./shapes.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["things"] };

/** From this role on, a person may share views with everybody who reads the list, and take shared ones away. */
export const SHARING_ROLE = 200;

/** Which list a view is of: all of the event, one category or one data type. */
const List = Type.String({ pattern: "^(all|category\\.[123]|type\\.[0-9]{1,9})$", examples: ["all"] });

const values = {
  name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
  shared: Type.Boolean({ description: "Seen by everybody who may read the list; otherwise only by its owner" }),
  query: Type.String({
    maxLength: 100_000,
    description: "Search, order, filters, groups and columns as they stand in the list's address",
  }),
};

/** A saved view. */
export const ThingView = Type.Object({
  id: Id,
  list: List,
  ...values,
  rev: Type.Integer(),
  mine: Type.Boolean(),
  owner: Type.String({ description: "Who saved it" }),
  canSave: Type.Boolean({ description: "Whether the person may rename, share, change or remove it" }),
});
export type ThingView = Type.Static<typeof ThingView>;

/** The views of a list, and the one with which it opens for this person. */
export const ThingViews = Type.Object({
  views: Type.Array(ThingView),
  chosen: Type.Union([Id, Type.Null()]),
  canShare: Type.Boolean(),
});
export type ThingViews = Type.Static<typeof ThingViews>;

const ViewParams = Type.Object({ eventId: Id, viewId: Id }, closed);

const refusals = {
  "event-data.view_name_taken": { status: 409, message: "There is a view of that name already" },
  "event-data.view_type_gone": { status: 409, message: "The view names a data type that has left the event" },
  "event-data.view_sharing": { status: 403, message: "Your role may not share views" },
};

export const listThingViews = endpoint({
  name: "listThingViews",
  method: "GET",
  path: "/1/api/container/{eventId}/thing-view",
  summary: "The saved views of a list: one's own and the shared ones, by name",
  access: reading,
  params: EventParams,
  query: Type.Object({ list: List }, closed),
  reply: ThingViews,
});

export const createThingView = endpoint({
  name: "createThingView",
  method: "POST",
  path: "/1/api/container/{eventId}/thing-view",
  summary: "Save how a list is shown under a name",
  access: reading,
  params: EventParams,
  body: Type.Object({ list: List, ...values }, closed),
  reply: ThingView,
  status: 201,
  problems: refusals,
});

export const saveThingView = endpoint({
  name: "saveThingView",
  method: "PATCH",
  path: "/1/api/container/{eventId}/thing-view/{viewId}",
  summary: "Rename, share or change a saved view",
  access: reading,
  params: ViewParams,
  body: Type.Object({ rev: Type.Integer({ minimum: 1 }), ...optional(values) }, closed),
  reply: ThingView,
  problems: refusals,
});

export const removeThingView = endpoint({
  name: "removeThingView",
  method: "DELETE",
  path: "/1/api/container/{eventId}/thing-view/{viewId}",
  summary: "Remove a saved view; with its revision, only as it was seen",
  access: reading,
  params: ViewParams,
  query: Type.Object({ rev: Type.Optional(Type.Integer({ minimum: 1 })) }, closed),
  reply: Type.Object({ done: Type.Literal(true) }),
});

export const chooseThingView = endpoint({
  name: "chooseThingView",
  method: "PUT",
  path: "/1/api/container/{eventId}/thing-view",
  summary: "Choose the view with which a list opens for oneself, or none",
  access: reading,
  params: EventParams,
  body: Type.Object({ list: List, viewId: Type.Union([Id, Type.Null()]) }, closed),
  reply: Type.Object({ chosen: Type.Union([Id, Type.Null()]) }),
});
