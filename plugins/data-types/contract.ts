// Data types of an app: made here once, then given to its events. What they may do with each other starts here too.
import * as Type from "typebox/type";
import { JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id, oneOf } from "#schemas/scalars.ts";
import { TypeCategoryId } from "#schemas/session.ts";
import { optional } from "#schemas/shapes.ts";
import { TYPE_COLOURS, TYPE_ICONS, typeLabels } from "#schemas/typeLook.ts";

const closed = { additionalProperties: false } as const;
const access = { accessRole: 2, permissions: ["create_type"] };

/** What profiles may do with others: find and open them, be shown them as a suggestion, ask for a meeting, write, scan a badge, and make the team of a company. */
export const VERBS = ["see", "recommend", "meet", "message", "scan", "team"] as const;
export const Verb = oneOf(VERBS);
export type Verb = Type.Static<typeof Verb>;

/** Categories of profiles that a verb can be done to: items are seen, but nobody meets one. */
export const TARGETS: Record<Verb, readonly number[]> = {
  see: [1, 2, 3],
  recommend: [1, 2, 3],
  meet: [1, 2],
  message: [1, 2],
  scan: [1],
  team: [2],
};

/** Categories whose profiles do something: an item does nothing. */
export const ACTORS: readonly number[] = [1, 2];

/** Categories whose profiles do it: the team of a company is made by a person. */
export function actorsOf(verb: Verb): readonly number[] {
  return verb === "team" ? [1] : ACTORS;
}

/** What is done without seeing the other in the app: a badge is held out, and a team is that of one's own company. */
export const UNSEEN: readonly Verb[] = ["see", "scan", "team"];

const Categories = Type.Array(TypeCategoryId, { maxItems: 3, uniqueItems: true });
/** Whom the profiles of a type may do what with, by category, where an event says nothing else. */
export const Defaults = Type.Object(optional(Object.fromEntries(VERBS.map((verb) => [verb, Categories]))), closed);
export type Defaults = Partial<Record<Verb, readonly number[]>>;

/** What holds where neither the event nor the type says anything. */
export const STANDARD: Record<Verb, readonly number[]> = {
  see: [1, 2, 3],
  recommend: [1, 2, 3],
  meet: [1, 2],
  message: [1, 2],
  scan: [],
  team: [],
};

const written = {
  type: Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: "\\S",
    description: "Its name in the dashboard, in imports and in the API",
  }),
  type_category_id: TypeCategoryId,
  labels: typeLabels("What participants read, by language; the name where a language is missing"),
  icon: oneOf(TYPE_ICONS),
  colour: oneOf(TYPE_COLOURS),
  defaults: Type.Union([Type.Unsafe<Defaults>(Defaults), Type.Null()], {
    description: "What its profiles may do with others where an event says nothing else; null for the standard",
  }),
};

export const TypeDetail = Type.Object({
  id: Id,
  rev: Type.Integer({ description: "Counts the saves; a save names the one that it started from" }),
  ...written,
  position: Type.Integer(),
  archived_at: Type.Union([DateTime, Type.Null()]),
  event_ids: Type.Array(Id, { description: "Events that have it, among those that the person may open" }),
  events: Type.Integer({ description: "All events that have it" }),
});
export type TypeDetail = Type.Static<typeof TypeDetail>;

export const TypeDraft = Type.Object(
  {
    type: written.type,
    type_category_id: written.type_category_id,
    ...optional({ labels: written.labels, icon: written.icon, colour: written.colour, defaults: written.defaults }),
    to_events: Type.Optional(
      Type.Boolean({ description: "Give it to every event that is not archived, and that the person may open" }),
    ),
  },
  closed,
);
export type TypeDraft = Type.Static<typeof TypeDraft>;

export const TypeChange = Type.Object({ ...optional(written), rev: Type.Integer({ minimum: 1 }) }, closed);
export type TypeChange = Type.Static<typeof TypeChange>;

/** Where a type is needed: an event, or the whole app. */
export const TypeNeed = Type.Object({
  label: Type.String({ description: "Translation key of what needs it, with `count`" }),
  count: Type.Integer(),
  profiles: Type.Boolean({ description: "Whether profiles were counted" }),
  event: Type.Union([Type.Object({ id: Id, name: Type.String() }), Type.Null()], {
    description: "Null for the app, and for events that the person may not open",
  }),
  path: Type.Union([Type.String(), Type.Null()], { description: "Address of the list that shows it" }),
});
export type TypeNeed = Type.Static<typeof TypeNeed>;

/** What becomes of everything when one data type becomes another: told before, and after it as it came. */
export const TypeMerge = Type.Object({
  into: Type.Object({ id: Id, type: Type.String() }),
  moved: Type.Integer({ description: "Profiles that get the other type" }),
  events: Type.Array(
    Type.Object({
      event: TypeNeed.properties.event,
      profiles: Type.Integer(),
      new: Type.Boolean({ description: "Whether the event gets the other type by this" }),
    }),
    { description: "Events that have the type" },
  ),
  needs: Type.Array(TypeNeed, { description: "What else names it, and will name the other" }),
  effects: Type.Array(TypeNeed, { description: "What also concerns profiles that have the other type already" }),
});
export type TypeMerge = Type.Static<typeof TypeMerge>;

const TypeParams = Type.Object({ typeId: Id }, closed);
const Rev = Type.Object({ rev: Type.Integer({ minimum: 1 }) }, closed);

const refusals = {
  "data-types.name_taken": { status: 400, message: "Another data type has that name" },
  "data-types.category_held": { status: 400, message: "What needs this data type keeps it in its category" },
  "data-types.too_many": { status: 400, message: "An app has at most 100 data types" },
};

export const listTypeDetails = endpoint({
  name: "listTypeDetails",
  method: "GET",
  path: "/1/api/type/detail",
  summary: "All data types of the app with everything that is kept about them, by category and in their order",
  access,
  reply: Type.Array(TypeDetail),
});

export const listTypeNeeds = endpoint({
  name: "listTypeNeeds",
  method: "GET",
  path: "/1/api/type/need",
  summary: "What needs each data type: profiles, fields, relationships and whatever other areas tell",
  access,
  reply: Type.Array(Type.Object({ type_id: Id, needs: Type.Array(TypeNeed) })),
});

export const createType = endpoint({
  name: "createType",
  method: "POST",
  path: "/1/api/type",
  summary: "Make a data type",
  access,
  body: TypeDraft,
  reply: Type.Object({
    ...TypeDetail.properties,
    left_out: Type.Integer({
      description: "Events that did not get it with the others, as the person may not open them",
    }),
  }),
  status: 201,
  problems: refusals,
});

export const saveType = endpoint({
  name: "saveType",
  method: "PATCH",
  path: "/1/api/type/{typeId}",
  summary: "Change a data type; its id and its profiles stay",
  access,
  params: TypeParams,
  body: TypeChange,
  reply: TypeDetail,
  problems: refusals,
});

export const orderTypes = endpoint({
  name: "orderTypes",
  method: "POST",
  path: "/1/api/type/order",
  summary: "Put the data types of one category into an order",
  access,
  body: Type.Object(
    { category: TypeCategoryId, ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) },
    closed,
  ),
  reply: Type.Array(TypeDetail),
});

/** What archiving a data type concerns: nothing is changed or removed by it. */
export const TypeArchive = Type.Object({
  profiles: Type.Integer({ description: "Profiles that have it, and keep it" }),
  events: Type.Array(
    Type.Object({
      event: Type.Object({ id: Id, name: Type.String() }),
      profiles: Type.Integer(),
      path: Type.String({ description: "Address of its profiles there, else of the event's rules" }),
    }),
    { description: "Events that have it, and keep it; those with most profiles first" },
  ),
  closed: Type.Integer({ description: "More of them, which the person may not open" }),
  without: Type.Integer({ description: "Events that do not have it, are not archived, and can no longer take it up" }),
  needs: Type.Array(TypeNeed, { description: "What else names it, and goes on doing so" }),
});
export type TypeArchive = Type.Static<typeof TypeArchive>;

export const previewTypeArchive = endpoint({
  name: "previewTypeArchive",
  method: "GET",
  path: "/1/api/type/{typeId}/archive",
  summary: "What archiving a data type concerns; changes nothing",
  access,
  params: TypeParams,
  reply: TypeArchive,
});

export const archiveType = endpoint({
  name: "archiveType",
  method: "POST",
  path: "/1/api/type/{typeId}/archive",
  summary: "No longer give a data type to events; those that have it keep it",
  access,
  params: TypeParams,
  body: Rev,
  reply: TypeDetail,
});

export const restoreType = endpoint({
  name: "restoreType",
  method: "POST",
  path: "/1/api/type/{typeId}/restore",
  summary: "Give a data type to events again",
  access,
  params: TypeParams,
  body: Rev,
  reply: TypeDetail,
});

const mergeRefusals = {
  "data-types.merge_itself": { status: 400, message: "A data type cannot become itself" },
  "data-types.merge_category": { status: 400, message: "Only data types of the same category become one" },
  "data-types.merge_alike": { status: 400, message: "An event would have two data types of one name" },
  "data-types.merge_archived": { status: 400, message: "The other data type has been archived" },
};

export const previewTypeMerge = endpoint({
  name: "previewTypeMerge",
  method: "GET",
  path: "/1/api/type/{typeId}/merge",
  summary: "What would become of profiles, fields and rules if one data type became another; changes nothing",
  access,
  params: TypeParams,
  query: Type.Object({ into: Id }, closed),
  reply: TypeMerge,
  problems: mergeRefusals,
});

export const mergeType = endpoint({
  name: "mergeType",
  method: "POST",
  path: "/1/api/type/{typeId}/merge",
  summary: "Make one data type another, everywhere: a job, whose result is as its preview",
  access,
  params: TypeParams,
  body: Type.Object({ into: Id, rev: Type.Integer({ minimum: 1 }) }, closed),
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
  problems: mergeRefusals,
});

export const removeType = endpoint({
  name: "removeType",
  method: "DELETE",
  path: "/1/api/type/{typeId}",
  summary: "Remove a data type that nothing needs any more; it leaves its events",
  access,
  params: TypeParams,
  query: Rev,
  reply: Type.Object({ done: Type.Literal(true) }),
  problems: { "data-types.in_use": { status: 409, message: "This data type is still needed" } },
});
