// Relationships: kinds of links between profiles, and the links themselves.
import * as Type from "typebox/type";
import { EventParams, IMPORT_LIMIT, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { ListAnswer, ListQuestion, listSelection } from "#schemas/list.ts";
import { DateTime, Id, LocaleTag, oneOf } from "#schemas/scalars.ts";
import { optional, record } from "#schemas/shapes.ts";
import { LINK_SOURCES } from "./contract/match.ts";

export * from "./contract/export.ts";
export * from "./contract/match.ts";

const closed = { additionalProperties: false } as const;
// As its entry in the navigation, which the specification gives no threshold.
const reading = { permissions: ["relationships"] };
const writing = { accessRole: 200, permissions: ["relationships"] };

/** How many profiles may stand at each end: `one-many` is one at the first end for many at the second. */
export const CARDINALITIES = ["many-many", "one-many", "many-one", "one-one"] as const;

/** Which profiles may stand at one end: of a category, or of some data types of it. */
const End = Type.Object(
  {
    label: Type.String({
      minLength: 1,
      maxLength: 80,
      pattern: "\\S",
      description: "What the other one is, seen from here, for example “is represented by”",
    }),
    labels: Type.Optional(
      record(Type.String({ maxLength: 80 }), {
        pattern: "^[a-z]{2,3}(-[a-z0-9]{2,8})*$",
        maxProperties: 40,
        additionalProperties: false,
        description: "The same as participants read it, by language; the label where a language is missing",
      }),
    ),
    category: Type.Union([Type.Integer({ minimum: 1, maximum: 3 }), Type.Null()], {
      description: "1 participants, 2 companies, 3 items, null all",
    }),
    types: Type.Array(Id, {
      maxItems: 200,
      uniqueItems: true,
      description: "Data types; all of the category when empty",
    }),
  },
  closed,
);
export type End = Type.Static<typeof End>;

const written = {
  name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
  from: End,
  to: End,
  cardinality: oneOf(CARDINALITIES),
};

const visible = Type.Boolean({ description: "Whether participants see its links" });

export const Kind = Type.Object({
  id: Id,
  rev: Type.Integer({ description: "Counts the saves; a save names the one that it started from" }),
  ...written,
  visible,
  position: Type.Integer({ description: "Place among the kinds; those of one place stand by name" }),
  links: Type.Integer(),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Kind = Type.Static<typeof Kind>;

export const KindDraft = Type.Object({ ...written, visible: Type.Optional(visible) }, closed);
export type KindDraft = Type.Static<typeof KindDraft>;

export const KindChange = Type.Object(
  { ...optional({ ...written, visible }), rev: Type.Integer({ minimum: 1 }) },
  closed,
);
export type KindChange = Type.Static<typeof KindChange>;

const Profile = Type.Object({ id: Id, name: Type.String(), company_name: Type.String(), type_id: Id });

export const Link = Type.Object({
  id: Id,
  from: Profile,
  to: Profile,
  source: oneOf(LINK_SOURCES, "By whom it was made: by hand, by a file of pairs, or since two fields say the same"),
  created_at: DateTime,
});
export type Link = Type.Static<typeof Link>;

const KindParams = Type.Object({ eventId: Id, kindId: Id }, closed);
const Started = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });
const Done = Type.Object({ done: Type.Literal(true) });

const kindRefusals = {
  "relationships.name_taken": { status: 400, message: "Another kind of relationship has that name" },
  "relationships.cardinality_broken": { status: 400, message: "Links that are there already would break this rule" },
  "relationships.types_gone": { status: 400, message: "The event has none of the data types that were chosen" },
  "relationships.ends_broken": { status: 400, message: "Links that are there already would not fit these ends" },
  "relationships.circle_there": { status: 400, message: "Links that are there already stand in a circle" },
};
const linkRefusals = {
  "relationships.itself": { status: 400, message: "A profile cannot be related to itself" },
  "relationships.end_refused": { status: 400, message: "This profile may not stand at this end" },
  "relationships.taken": { status: 400, message: "This end takes one link only, and there is one already" },
  "relationships.exists": { status: 400, message: "These two are linked already" },
  "relationships.circle": { status: 400, message: "This link would close a circle" },
};

export const listKinds = endpoint({
  name: "listKinds",
  method: "GET",
  path: "/1/api/container/{eventId}/relationship",
  summary: "Kinds of relationships of the event in their order, with the number of their links",
  access: reading,
  params: EventParams,
  reply: Type.Array(Kind),
});

export const countEnds = endpoint({
  name: "countEnds",
  method: "GET",
  path: "/1/api/container/{eventId}/relationship/end",
  summary: "How many profiles the event has of each data type that may stand at an end of a kind",
  access: reading,
  params: EventParams,
  reply: Type.Array(Type.Object({ type_id: Id, profiles: Type.Integer() })),
});

export const createKind = endpoint({
  name: "createKind",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship",
  summary: "Add a kind of relationship",
  access: writing,
  params: EventParams,
  body: KindDraft,
  reply: Kind,
  status: 201,
  problems: kindRefusals,
});

export const saveKind = endpoint({
  name: "saveKind",
  method: "PATCH",
  path: "/1/api/container/{eventId}/relationship/{kindId}",
  summary: "Change a kind of relationship; refused when links that are there would break it",
  access: writing,
  params: KindParams,
  body: KindChange,
  reply: Kind,
  problems: kindRefusals,
});

export const orderKinds = endpoint({
  name: "orderKinds",
  method: "PUT",
  path: "/1/api/container/{eventId}/relationship/order",
  summary: "Put the kinds of relationships in an order; those that are not named come last",
  access: writing,
  params: EventParams,
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }) }, closed),
  reply: Type.Array(Kind),
});

export const removeKind = endpoint({
  name: "removeKind",
  method: "DELETE",
  path: "/1/api/container/{eventId}/relationship/{kindId}",
  summary: "Remove a kind of relationship with all of its links",
  access: writing,
  params: KindParams,
  query: Type.Object({ rev: Type.Integer({ minimum: 1 }) }, closed),
  reply: Done,
});

export const queryLinks = endpoint({
  name: "queryLinks",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/link/query",
  summary: "Links of one kind: one slice, searched by the words of either profile",
  access: reading,
  params: KindParams,
  body: ListQuestion,
  reply: ListAnswer(Link),
  safe: true,
});

export const findEnds = endpoint({
  name: "findEnds",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/find",
  summary: "The first profiles with some words that may stand at one end of a kind",
  access: reading,
  params: KindParams,
  query: Type.Object({ end: oneOf(["from", "to"]) }, closed),
  body: Type.Object({ words: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  reply: Type.Array(Profile),
  safe: true,
});

export const createLink = endpoint({
  name: "createLink",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/link",
  summary: "Link two profiles",
  access: writing,
  params: KindParams,
  body: Type.Object({ from: Id, to: Id }, closed),
  reply: Link,
  status: 201,
  problems: linkRefusals,
});

export const removeLink = endpoint({
  name: "removeLink",
  method: "DELETE",
  path: "/1/api/container/{eventId}/relationship/{kindId}/link/{linkId}",
  summary: "Take a link away; its profiles stay",
  access: writing,
  params: Type.Object({ eventId: Id, kindId: Id, linkId: Id }, closed),
  reply: Done,
});

/** A link that was taken away, with all that it carried. */
/** What a column for places holds on either database. */
const LAST_PLACE = 2_147_483_647;

export const TakenLink = Type.Object(
  {
    from: Id,
    to: Id,
    source: oneOf(LINK_SOURCES),
    created_at: DateTime,
    job: Type.Union([Id, Type.Null()], { description: "The file or the matching that made it" }),
    from_place: Type.Integer({
      minimum: 0,
      maximum: LAST_PLACE,
      description: "Its place among the links of its first profile",
    }),
    to_place: Type.Integer({
      minimum: 0,
      maximum: LAST_PLACE,
      description: "Its place among the links of its second profile",
    }),
  },
  closed,
);
export type TakenLink = Type.Static<typeof TakenLink>;

/** Links that can be taken away, and put back, together. */
export const LINKS_AT_ONCE = 5000;

export const removeLinks = endpoint({
  name: "removeLinks",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/link/remove",
  summary: "Take some links of a kind away, or all that a question finds; their profiles stay",
  access: writing,
  params: KindParams,
  body: listSelection(LINKS_AT_ONCE),
  reply: Type.Object({ removed: Type.Integer(), links: Type.Array(TakenLink) }),
  problems: {
    "relationships.too_many": {
      status: 400,
      message: `At most ${LINKS_AT_ONCE} links can be removed together; narrow the list`,
    },
  },
});

export const putLinksBack = endpoint({
  name: "putLinksBack",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/link/back",
  summary: "Make links again that were taken away, as they were, by the rules that their kind has now",
  access: writing,
  params: KindParams,
  body: Type.Object({ links: Type.Array(TakenLink, { minItems: 1, maxItems: LINKS_AT_ONCE }) }, closed),
  reply: Type.Object({
    made: Type.Integer(),
    existing: Type.Integer({ description: "Those that are there already" }),
    gone: Type.Integer({ description: "Those of which a profile has left" }),
    refused: Type.Integer({ description: "Those that the rules of their kind no longer allow" }),
  }),
});

export const importLinks = endpoint({
  name: "importLinks",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/import",
  summary:
    "Link pairs of a CSV file or a workbook, each by id, email address or whole name; its job's result counts and names lines",
  access: writing,
  params: KindParams,
  query: Type.Object({ mode: oneOf(["dry-run", "apply"]), locale: Type.Optional(LocaleTag) }, closed),
  rawBody: { types: ["text/csv", "application/octet-stream"], limit: IMPORT_LIMIT, isStreamed: true },
  reply: Started,
  status: 202,
});

/** What the job of an import answers. Of its lines with problems it keeps a file. */
export interface LinkImport {
  created: number;
  existing: number;
  /** `path` names those in the circle that a line would close. */
  errors: { line: number; reason: string; word: string; found: number; path?: string }[];
  /** Lines with a problem beyond those that are listed. */
  more: number;
  /** Until when it can be undone; null where nothing was written. */
  until: string | null;
}

export const queryUnlinked = endpoint({
  name: "queryUnlinked",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/unlinked",
  summary:
    "Profiles that may stand at one end of a kind and have no link of it, for example companies without a representative",
  access: reading,
  params: KindParams,
  query: Type.Object({ end: oneOf(["from", "to"]) }, closed),
  body: ListQuestion,
  reply: ListAnswer(Profile),
  safe: true,
});

export const countUnlinked = endpoint({
  name: "countUnlinked",
  method: "GET",
  path: "/1/api/container/{eventId}/relationship/{kindId}/unlinked",
  summary: "How many profiles may stand at each end of a kind and have no link of it",
  access: reading,
  params: KindParams,
  reply: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
});

/** Links of one profile that are listed at once; where it has more, as many of each kind and end. */
export const MOST_LINKS_OF = 1000;

/** A link as one of its profiles sees it. */
export const LinkOf = Type.Object({
  id: Id,
  kind_id: Id,
  end: oneOf(["from", "to"], "The end at which the profile stands"),
  label: Type.String({ description: "What the other one is, seen from here" }),
  labels: record(Type.String(), { description: "The same as participants read it, by language" }),
  other: Profile,
  source: oneOf(LINK_SOURCES),
  visible,
  siblings: Type.Integer({ description: "How many links the profile has at this end of this kind, this one included" }),
});
export type LinkOf = Type.Static<typeof LinkOf>;

export const orderLinksOf = endpoint({
  name: "orderLinksOf",
  method: "PUT",
  path: "/1/api/container/{eventId}/thing/{thingId}/relationship/order",
  summary: "Put the links that a profile has at an end of a kind in an order; those that are not named come last",
  access: writing,
  params: Type.Object({ eventId: Id, thingId: Id }, closed),
  body: Type.Object(
    {
      kind_id: Id,
      end: oneOf(["from", "to"], "The end at which the profile stands"),
      ids: Type.Array(Id, { minItems: 1, maxItems: MOST_LINKS_OF, uniqueItems: true }),
    },
    closed,
  ),
  reply: Type.Array(LinkOf),
});

export const listLinksOf = endpoint({
  name: "listLinksOf",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/relationship",
  summary: "Up to a thousand links of a profile, by kind and in their order; of each kind it says how many there are",
  access: reading,
  params: Type.Object({ eventId: Id, thingId: Id }, closed),
  reply: Type.Array(LinkOf),
});
