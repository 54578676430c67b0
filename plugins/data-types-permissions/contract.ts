// Data types of one event, and what the profiles of each may do with those of the others.
import * as Type from "typebox/type";
import { EventParams } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { ListAnswer, ListQuestion } from "#schemas/list.ts";
import { Match } from "#schemas/matching.ts";
import { Id, oneOf } from "#schemas/scalars.ts";
import { TypeCategoryId } from "#schemas/session.ts";
import { optional, record } from "#schemas/shapes.ts";
import { TYPE_COLOURS, TYPE_ICONS, typeLabels } from "#schemas/typeLook.ts";
import { type Defaults, TypeDetail, Verb } from "../data-types/contract.ts";
import { Status } from "../event-data/contract/status.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["containers"] };
/** What names profiles asks for what lists of them ask for, too. */
const readingProfiles = { ...reading, alsoPermissions: ["things"] };
const writing = { accessRole: 95, permissions: ["containers"] };

/** Most meetings that may be waiting for an answer. */
export const MOST_PENDING = 500;

/** A data type of the event, with what decides by default. */
export const RuledType = Type.Object({
  id: Id,
  type: Type.String(),
  type_category_id: TypeCategoryId,
  labels: TypeDetail.properties.labels,
  icon: TypeDetail.properties.icon,
  colour: TypeDetail.properties.colour,
  defaults: Type.Unsafe<Defaults | null>(TypeDetail.properties.defaults),
  profiles: Type.Integer(),
});
export type RuledType = Type.Static<typeof RuledType>;

/** What the event says of one pair and one verb. Where it says nothing, the default of the first type holds. */
export const Cell = Type.Object(
  { from: Id, to: Id, verb: Verb, allow: Type.Boolean({ description: "Whether the first may do it with the second" }) },
  closed,
);
export type Cell = Type.Static<typeof Cell>;

export const AVAILABILITIES = ["none", "view", "edit"] as const;
export const SESSIONS = ["none", "view", "register"] as const;

/** What profiles of a type may do for themselves in the participants' app, and what is said where they may not. */
const own = {
  approachable: Type.Boolean({ description: "Whether others may ask its profiles for a meeting and write to them" }),
  availability: oneOf(AVAILABILITIES, "Whether its profiles see the times at which they can be met, and change them"),
  exports: Type.Boolean({ description: "Whether its profiles take their own meetings out as a file or a calendar" }),
  sessions: oneOf(SESSIONS, "Whether its profiles see the sessions of the event, and register for them"),
  editable: Type.Boolean({ description: "Whether its profiles are changed in the app by those whom they are of" }),
  locked: record(Type.String({ maxLength: 300 }), {
    pattern: "^[a-z]{2,3}(-[a-z0-9]{2,8})*$",
    maxProperties: 40,
    additionalProperties: false,
    description: "What is read, by language, where a profile is not editable",
  }),
  locked_link: Type.String({
    maxLength: 500,
    pattern: "^(https://[^\\s]+)?$",
    description: "Where a profile that is not editable is changed instead; empty for nowhere",
  }),
};

/** Names of what a setting says only where it is not usual. */
export const OWN = Object.keys(own) as readonly (keyof typeof own)[];

/** What the event says of one type, whomever it meets. */
export const Setting = Type.Object(
  {
    type: Id,
    meets: Type.Boolean({ description: "Whether its profiles take part in meetings at all" }),
    pending: Type.Integer({
      minimum: 0,
      maximum: MOST_PENDING,
      description: "How many of a profile's requests for meetings may be waiting for an answer",
    }),
    contacts: Type.Boolean({ description: "Whether its profiles share their contact details with whom they meet" }),
    ...optional(own),
  },
  closed,
);
export type Setting = Type.Static<typeof Setting>;

/** A setting with what is usual where it says nothing. */
export const FullSetting = Type.Object({ ...Setting.properties, ...own });
export type FullSetting = Type.Static<typeof FullSetting>;

export const USUAL: Omit<FullSetting, "type"> = {
  meets: true,
  pending: 50,
  contacts: true,
  approachable: true,
  availability: "edit",
  exports: true,
  sessions: "register",
  editable: true,
  locked: {},
  locked_link: "",
};

/** How the event calls and shows a type, where it does so otherwise than the app. */
export const Look = Type.Object(
  {
    type: Id,
    labels: typeLabels(
      "What its profiles are called at this event, by language; as in the app where a name is missing",
    ),
    icon: Type.Optional(oneOf(TYPE_ICONS)),
    colour: Type.Optional(oneOf(TYPE_COLOURS)),
  },
  closed,
);
export type Look = Type.Static<typeof Look>;

const looks = Type.Array(Look, { maxItems: 100 });
const order = Type.Array(Id, {
  maxItems: 100,
  uniqueItems: true,
  description:
    "The types in the order of this event, those left out behind the others of their category; empty for the order of the app",
});

/** What an event's rules say: only what differs from the defaults. */
export const RuleValues = Type.Object(
  { cells: Type.Array(Cell, { maxItems: 50_000 }), settings: Type.Array(Setting, { maxItems: 100 }) },
  closed,
);
export type RuleValues = Type.Static<typeof RuleValues>;

/** Everything that an event says of its types, saved as one. */
export const EventValues = Type.Object({ ...RuleValues.properties, looks, order }, closed);
export type EventValues = Type.Static<typeof EventValues>;

/** Data types whose profiles some kind of relationship links: people, and companies whose team they may make. */
export const TypeLink = Type.Object({ person: Id, company: Id });
export type TypeLink = Type.Static<typeof TypeLink>;

/** How many groups of the event say something of a verb, which decides for their members before the rules of data types. */
export const GroupsSay = Type.Object({
  verb: oneOf(["see", "recommend"] as const),
  count: Type.Integer(),
  names: Type.Array(Type.String(), {
    description: "Of those that the person may be told of; none without the permission to look at groups",
  }),
});
export type GroupsSay = Type.Static<typeof GroupsSay>;

export const TypeRules = Type.Object({
  rev: Type.Integer({ description: "Counts the saves; 0 before the first" }),
  ...EventValues.properties,
  links: Type.Union([Type.Array(TypeLink), Type.Null()], {
    description: "Which types are linked by a kind of relationship; null where nobody keeps relationships",
  }),
  groups: Type.Array(GroupsSay, { description: "Verbs of which groups say something; not part of what is saved here" }),
  types: Type.Array(RuledType, {
    description: "Data types of the event as the app has them, by category and in the order of the event",
  }),
  others: Type.Array(Type.Object({ id: Id, type: Type.String(), type_category_id: TypeCategoryId }), {
    description: "Data types of the app that the event could take up",
  }),
});
export type TypeRules = Type.Static<typeof TypeRules>;

/** Which of several groups of a profile decides: whichever allows most, or the highest in the order of the event. */
export const GROUP_PRIORITIES = ["permissive", "highest"] as const;
export type GroupPriority = (typeof GROUP_PRIORITIES)[number];

/** What one group of a profile says of another profile. */
export const GroupAnswer = Type.Object({
  group: Type.Union([Type.String(), Type.Null()], {
    description: "Its name; null where its rule asks what whoever reads this may not see",
  }),
  allows: Type.Boolean(),
  decides: Type.Boolean({ description: "Whether the answer of the groups comes from this one" }),
});
export type GroupAnswer = Type.Static<typeof GroupAnswer>;

/** What is asked on the way to an answer. */
export const RULES = [
  "itself",
  "standing_from",
  "standing_to",
  "possible",
  "linked",
  "meets_from",
  "meets_to",
  "approached",
  "groups",
  "cell",
  "type_default",
  "standard",
  "sight",
  "limit",
] as const;

/** One step towards an answer. */
export const Step = Type.Object({
  rule: oneOf(
    RULES,
    "What was asked: of two profiles, whether they are one, and whether each is free to act (not blocked); whether the verb goes with the categories, for teams whether a kind of relationship links the types, whether each takes part in meetings, whether the other may be approached, what groups of the first say, what the event says of the pair, what the type says, what holds everywhere, whether the one may see the other at all, and whether another request may wait",
  ),
  holds: Type.Union([Type.Boolean(), Type.Null()], { description: "Null where the rule says nothing" }),
  decides: Type.Boolean({ description: "Whether the answer comes from here" }),
  groups: Type.Optional(
    Type.Array(GroupAnswer, { description: "For groups: what each of them says, in the order of the event" }),
  ),
  priority: Type.Optional(oneOf(GROUP_PRIORITIES, "For groups: which of several decides")),
});
export type Step = Type.Static<typeof Step>;

export const Explanation = Type.Object({ verb: Verb, allowed: Type.Boolean(), steps: Type.Array(Step) });
export type Explanation = Type.Static<typeof Explanation>;

/** A profile as rules know it. */
export const Party = Type.Object({
  id: Id,
  name: Type.String(),
  company_name: Type.String(),
  type_id: Id,
  status: Status,
});
export type Party = Type.Static<typeof Party>;

/** What one profile may do with another, and why. */
export const ProfilePair = Type.Object({
  from: Party,
  to: Party,
  answers: Type.Array(Explanation),
  waiting: Type.Union([Type.Integer(), Type.Null()], {
    description: "How many requests for meetings of the first wait for an answer; null where nobody counts them",
  }),
  own: FullSetting,
  match: Type.Union([Match, Type.Null()], {
    description:
      "How well they match by the answers that the person may see; null where both answered nothing with a weight",
  }),
});
export type ProfilePair = Type.Static<typeof ProfilePair>;

const TypeParams = Type.Object({ eventId: Id, typeId: Id }, closed);
const ThingParams = Type.Object({ eventId: Id, thingId: Id }, closed);

const nameTaken = { status: 400, message: "Two data types of one category would have the same name" };

export const getTypeRules = endpoint({
  name: "getTypeRules",
  method: "GET",
  path: "/1/api/container/{eventId}/type-rule",
  summary: "The event's data types and what their profiles may do with each other",
  access: reading,
  params: EventParams,
  reply: TypeRules,
});

export const saveTypeRules = endpoint({
  name: "saveTypeRules",
  method: "PUT",
  path: "/1/api/container/{eventId}/type-rule",
  summary: "Decide what the data types of the event may do with each other",
  access: writing,
  params: EventParams,
  body: Type.Object(
    {
      ...RuleValues.properties,
      looks: Type.Optional(looks),
      order: Type.Optional(order),
      rev: Type.Integer({ minimum: 0 }),
    },
    { ...closed, description: "Looks and order that are left out stay as they are" },
  ),
  reply: TypeRules,
  problems: {
    "data-types-permissions.name_taken": nameTaken,
    "data-types-permissions.cell_wrong": { status: 400, message: "A rule does not go with its data types" },
  },
});

export const explainTypePair = endpoint({
  name: "explainTypePair",
  method: "GET",
  path: "/1/api/container/{eventId}/type-rule/explain",
  summary: "What profiles of one data type may do with those of another, and which rule decides each",
  access: reading,
  params: EventParams,
  query: Type.Object({ from: Id, to: Id }, closed),
  reply: Type.Array(Explanation),
});

export const explainProfilePair = endpoint({
  name: "explainProfilePair",
  method: "GET",
  path: "/1/api/container/{eventId}/type-rule/profile/explain",
  summary: "What one profile may do with another, and which rule decides each",
  access: readingProfiles,
  params: EventParams,
  query: Type.Object({ from: Id, to: Id }, closed),
  reply: ProfilePair,
});

export const findRuledProfiles = endpoint({
  name: "findRuledProfiles",
  method: "POST",
  path: "/1/api/container/{eventId}/type-rule/profile/find",
  summary: "The first profiles with some words, to ask what they may do with each other",
  access: readingProfiles,
  params: EventParams,
  body: Type.Object({ words: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  reply: Type.Array(Party),
  safe: true,
});

export const getProfileRules = endpoint({
  name: "getProfileRules",
  method: "GET",
  path: "/1/api/container/{eventId}/type-rule/profile/{thingId}",
  summary: "What the event's rules say of one profile itself: for the app that acts for it",
  access: readingProfiles,
  params: ThingParams,
  reply: Type.Object({
    profile: Party,
    ...FullSetting.properties,
    waiting: ProfilePair.properties.waiting,
  }),
});

export const queryAllowedProfiles = endpoint({
  name: "queryAllowedProfiles",
  method: "POST",
  path: "/1/api/container/{eventId}/type-rule/profile/{thingId}/allowed",
  summary: "The profiles with whom one profile may do something: one slice of a list, filtered, sorted and searched",
  access: readingProfiles,
  params: ThingParams,
  query: Type.Object({ verb: Verb }, closed),
  body: ListQuestion,
  reply: ListAnswer(Party),
  safe: true,
});

export const takeUpType = endpoint({
  name: "takeUpType",
  method: "POST",
  path: "/1/api/container/{eventId}/type-rule/type/{typeId}",
  summary: "Take a data type of the app up into the event",
  access: writing,
  params: TypeParams,
  reply: TypeRules,
  problems: {
    "data-types-permissions.archived": { status: 409, message: "This data type has been archived" },
    "data-types-permissions.name_taken": nameTaken,
  },
});

/** What of an event needs one of its data types, and so keeps it there. */
export const NeedHere = Type.Object({
  label: Type.String({ description: "Translation key of what needs it, with `count`" }),
  count: Type.Integer(),
  path: Type.String({ description: "Address of the list that shows it" }),
});
export type NeedHere = Type.Static<typeof NeedHere>;

export const listNeedsHere = endpoint({
  name: "listNeedsHere",
  method: "GET",
  path: "/1/api/container/{eventId}/type-rule/type/{typeId}/need",
  summary:
    "What keeps a data type in the event: profiles, fields, rules that have or name it, with the lists that show them",
  access: reading,
  params: TypeParams,
  reply: Type.Array(NeedHere),
});

export const leaveType = endpoint({
  name: "leaveType",
  method: "DELETE",
  path: "/1/api/container/{eventId}/type-rule/type/{typeId}",
  summary: "Take a data type out of the event; refused while something of the event needs it",
  access: writing,
  params: TypeParams,
  reply: TypeRules,
  problems: {
    "data-types-permissions.in_use": { status: 409, message: "Something of this event still needs this data type" },
  },
});
