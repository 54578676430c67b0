// Custom groups of an event: sets of profiles across data types, made by hand or by a rule.
import * as Type from "typebox/type";
import { By, EventParams, IMPORT_LIMIT, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { Field } from "#schemas/fields.ts";
import { ListAnswer, ListFilter, ListQuestion } from "#schemas/list.ts";
import { DateTime, Id, LocaleTag, oneOf } from "#schemas/scalars.ts";
import { optional, record } from "#schemas/shapes.ts";

export * from "./contract/priority.ts";
export * from "./contract/sets.ts";

const closed = { additionalProperties: false } as const;
// As its entry in the navigation, which the specification gives no threshold.
const reading = { permissions: ["things"] };
const writing = { accessRole: 200, permissions: ["things"] };

/** Colours by name; each is drawn from the theme. */
export const COLOURS = ["blue", "teal", "brown", "purple", "pink", "green"] as const;

/** Who belongs to a group that is made by a rule: the filters of the list question, of which all or one must hold. */
export const Rule = Type.Object(
  {
    match: oneOf(["all", "any"], "Whether all filters must hold, or one of them"),
    filter: Type.Array(ListFilter, {
      minItems: 1,
      maxItems: 20,
      examples: [[{ field: "status", op: "empty", value: false }]],
    }),
  },
  closed,
);
export type Rule = Type.Static<typeof Rule>;

export const Mode = oneOf(["manual", "rule"], "Whether profiles are put in by hand, or a rule decides");

/** What is wrong with a condition of a rule: what it names is not there, or no number where the field holds numbers. */
export const Fault = Type.Object({
  at: Type.Integer({ description: "Place of the condition, from 0" }),
  why: oneOf(
    ["field", "option", "type", "number"],
    "No field has this key, the field has no such option, the event no such type, or the field's answers are numbers and this is none",
  ),
  name: Type.String({ description: "What is named" }),
});
export type Fault = Type.Static<typeof Fault>;

/** Bytes of a group's own data for other programs. */
export const MOST_METADATA = 4096;

export const ATTENDANCES = ["unspecified", "hybrid", "virtual"] as const;
export const MUST_MEET_SIDES = ["none", "buyer", "supplier"] as const;

const Named = Type.Union([Type.Array(Id, { maxItems: 200, uniqueItems: true }), Type.Null()]);
const details = {
  description: Type.String({ maxLength: 500, description: "What it is for; nobody but administrators reads it" }),
  names: record(Type.String({ maxLength: 80 }), {
    pattern: "^[a-z]{2,3}(-[a-z0-9]{2,8})*$",
    maxProperties: 40,
    additionalProperties: false,
    description: "What participants read, by language; the name where a language is missing",
  }),
  attendance: oneOf(ATTENDANCES, "How its members take part, where that is settled for all of them"),
  side: oneOf(MUST_MEET_SIDES, "Which side of must meet its members are on"),
  see: Type.Unsafe<number[] | null>({
    ...Named,
    description: "Groups whose members its members see, find and list; null where the data types decide",
  }),
  recommend: Type.Unsafe<number[] | null>({
    ...Named,
    description: "Groups whose members are recommended to its members; null where the data types decide",
  }),
  metadata: record(Type.Unknown(), { description: "Data for other programs, at most 4 KB as JSON" }),
};
/** What a group says beside its name and its members. */
export const Details = Type.Object(details);
export type Details = Type.Static<typeof Details>;

/** Something that uses a group. */
export const GroupUse = Type.Object({
  label: Type.String({ description: "Translation key of what it is" }),
  name: Type.Union([Type.String(), Type.Null()], {
    description: "What it is called; null where it has no name, or is somebody else's own",
  }),
  path: Type.Union([Type.String(), Type.Null()], { description: "Address that shows it" }),
});
export type GroupUse = Type.Static<typeof GroupUse>;

export const Group = Type.Object({
  id: Id,
  rev: Type.Integer({ description: "Counts the saves; a save names the one that it started from" }),
  name: Type.String(),
  colour: oneOf(COLOURS),
  mode: Mode,
  rule: Type.Union([Rule, Type.Null()]),
  ...details,
  members: Type.Union([Type.Integer(), Type.Null()], { description: "null when the rule can no longer be asked" }),
  faults: Type.Array(Fault, { description: "Conditions of the rule that name what is no longer there" }),
  uses: Type.Array(GroupUse, { description: "What uses it" }),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Group = Type.Static<typeof Group>;

const written = {
  name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
  colour: oneOf(COLOURS),
  rule: Rule,
  ...details,
};

export const GroupDraft = Type.Object({ ...optional(written), name: written.name, mode: Mode }, closed);
export type GroupDraft = Type.Static<typeof GroupDraft>;

export const GroupChange = Type.Object({ ...optional(written), rev: Type.Integer({ minimum: 1 }) }, closed);
export type GroupChange = Type.Static<typeof GroupChange>;

const GroupParams = Type.Object({ eventId: Id, groupId: Id }, closed);
const ThingParams = Type.Object({ eventId: Id, thingId: Id }, closed);

const refusals = {
  "custom-groups.name_taken": { status: 400, message: "Another group of this event has that name" },
  "custom-groups.metadata_too_large": { status: 400, message: "A group's data has at most 4 KB" },
  "custom-groups.type_gone": { status: 409, message: "A data type that the rule names has just left the event" },
  "custom-groups.rule_missing": { status: 400, message: "A group that a rule makes needs a rule" },
};
const ruled = {
  "custom-groups.rules_locked": {
    status: 403,
    message:
      "Whom members of a group see decides before the rules of data types, and is for those who may change these",
  },
};
const byRule = {
  "custom-groups.by_rule": { status: 400, message: "The members of this group are found by its rule" },
};

export const listGroupFields = endpoint({
  name: "listGroupFields",
  method: "GET",
  path: "/1/api/container/{eventId}/custom-group/field",
  summary: "The event's own fields that rules can ask about, those that the person sees",
  access: reading,
  params: EventParams,
  reply: Type.Array(Field),
});

export const listGroups = endpoint({
  name: "listGroups",
  method: "GET",
  path: "/1/api/container/{eventId}/custom-group",
  summary: "Custom groups of the event by name, with the number of their members",
  access: reading,
  params: EventParams,
  query: Type.Object(
    {
      counted: Type.Optional(
        Type.Boolean({
          description: "Whether members that a rule finds are counted, which asks each rule; true unless told",
        }),
      ),
    },
    closed,
  ),
  reply: Type.Array(Group),
});

export const createGroup = endpoint({
  name: "createGroup",
  method: "POST",
  path: "/1/api/container/{eventId}/custom-group",
  summary: "Add a custom group; whom its members see takes those who may change the rules of data types",
  access: writing,
  params: EventParams,
  body: GroupDraft,
  reply: Group,
  status: 201,
  problems: { ...refusals, ...ruled },
});

export const saveGroup = endpoint({
  name: "saveGroup",
  method: "PATCH",
  path: "/1/api/container/{eventId}/custom-group/{groupId}",
  summary:
    "Change a custom group; refused as stale when somebody else saved in between; whom its members see takes those who may change the rules of data types",
  access: writing,
  params: GroupParams,
  body: GroupChange,
  reply: Group,
  problems: { ...refusals, ...ruled },
});

export const removeGroup = endpoint({
  name: "removeGroup",
  method: "DELETE",
  path: "/1/api/container/{eventId}/custom-group/{groupId}",
  summary:
    "Remove a custom group; its profiles stay; one that says whom its members see takes those who may change the rules of data types",
  access: writing,
  params: GroupParams,
  query: Type.Object({ rev: Type.Integer({ minimum: 1 }) }, closed),
  reply: Type.Object({ done: Type.Literal(true) }),
  problems: ruled,
});

export const countRule = endpoint({
  name: "countRule",
  method: "POST",
  path: "/1/api/container/{eventId}/custom-group/count",
  summary: "How many profiles a rule finds now",
  access: reading,
  params: EventParams,
  body: Rule,
  reply: Type.Object({ matched: Type.Integer(), total: Type.Integer(), faults: Group.properties.faults }),
  safe: true,
});

export const getOverlap = endpoint({
  name: "getOverlap",
  method: "GET",
  path: "/1/api/container/{eventId}/custom-group/{groupId}/overlap/{otherId}",
  summary: "How many profiles are in both of two groups, and in one of them only",
  access: reading,
  params: Type.Object({ eventId: Id, groupId: Id, otherId: Id }, closed),
  reply: Type.Object({ both: Type.Integer(), one: Type.Integer(), other: Type.Integer() }),
});

/** A profile as members are listed. */
export const Member = Type.Object({ id: Id, type_id: Id, name: Type.String(), company_name: Type.String() });
export type Member = Type.Static<typeof Member>;

export const queryMembers = endpoint({
  name: "queryMembers",
  method: "POST",
  path: "/1/api/container/{eventId}/custom-group/{groupId}/member/query",
  summary: "Members of a custom group: one slice of a list, filtered, sorted and searched",
  access: reading,
  params: GroupParams,
  body: ListQuestion,
  reply: ListAnswer(Member),
  safe: true,
});

export const findProfiles = endpoint({
  name: "findProfiles",
  method: "POST",
  path: "/1/api/container/{eventId}/custom-group/find",
  summary: "The first profiles with some words, to put them into groups",
  access: reading,
  params: EventParams,
  body: Type.Object({ words: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  reply: Type.Array(Member),
  safe: true,
});

/** Words for which nobody or more than one profile was found. */
const Unclear = Type.Object({ word: Type.String(), found: Type.Integer() });

export const addMembers = endpoint({
  name: "addMembers",
  method: "POST",
  path: "/1/api/container/{eventId}/custom-group/{groupId}/member",
  summary: "Put profiles into a group, by id, email address or whole name",
  access: writing,
  params: GroupParams,
  body: Type.Object(
    { words: Type.Array(Type.String({ minLength: 1, maxLength: 254 }), { minItems: 1, maxItems: 5000 }) },
    closed,
  ),
  reply: Type.Object({
    added: Type.Integer(),
    already: Type.Integer(),
    unclear: Type.Array(Unclear),
    group: Group,
  }),
  problems: byRule,
});

/** Bytes of a list of members. */
export const LARGEST_LIST = IMPORT_LIMIT;

export const importMembers = endpoint({
  name: "importMembers",
  method: "POST",
  path: "/1/api/container/{eventId}/custom-group/{groupId}/member/import",
  summary:
    "Put the profiles of a list into a group: a CSV file, or lines of email addresses, ids, registration ids or whole names; its job's result counts and names lines",
  access: writing,
  params: GroupParams,
  query: Type.Object(
    {
      mode: oneOf(["dry-run", "apply"], "A dry run changes nothing and answers the same"),
      others: oneOf(["keep", "remove"], "Whether members that the list does not name stay"),
      locale: Type.Optional(LocaleTag),
    },
    closed,
  ),
  rawBody: { types: ["text/csv", "application/octet-stream"], limit: LARGEST_LIST, isStreamed: true },
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
  problems: {
    ...byRule,
    "custom-groups.names_nobody": { status: 400, message: "The list names nobody, so that it would empty the group" },
  },
});

/** What the job of a list of members answers. */
export interface MembersImport {
  added: number;
  /** Named, and in the group before. */
  already: number;
  /** In the group before, and not named. */
  removed: number;
  /** In the group before, and kept, as lines that fit several profiles may mean them. */
  unclear: number;
  errors: { line: number; reason: "broken" | "nobody" | "several" | "blank"; word: string; found: number }[];
  /** Lines with a problem beyond those that are listed. */
  more: number;
  /** Until when it can be undone; null where nothing was written. */
  until: string | null;
}

/** Minutes for which a list that was read in can be undone. */
export const UNDO_MINUTES = 10;

export const getLastMemberRun = endpoint({
  name: "getLastMemberRun",
  method: "GET",
  path: "/1/api/container/{eventId}/custom-group/{groupId}/member/run",
  summary:
    "The last list of the person that changed the members of a group and can still be undone; null if there is none. Who manages the app is told those of people, too, who may not undo them any more",
  access: reading,
  params: GroupParams,
  reply: Type.Union([
    Type.Object({ job: Id, added: Type.Integer(), removed: Type.Integer(), until: DateTime, by: By }),
    Type.Null(),
  ]),
});

export const undoMembers = endpoint({
  name: "undoMembers",
  method: "POST",
  path: "/1/api/container/{eventId}/custom-group/{groupId}/member/run/{jobId}/undo",
  summary:
    "Undo a list that was read in, within ten minutes: whom it put in is taken out, whom it took out is put in again",
  access: writing,
  params: Type.Object({ eventId: Id, groupId: Id, jobId: Id }, closed),
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
  problems: { ...byRule, "custom-groups.undo_over": { status: 409, message: "This can no longer be undone" } },
});

/** What the job that undoes answers: who was taken out, and who was put in again. */
export interface MembersUndo {
  removed: number;
  added: number;
}

export const removeMembers = endpoint({
  name: "removeMembers",
  method: "POST",
  path: "/1/api/container/{eventId}/custom-group/{groupId}/member/remove",
  summary: "Take profiles out of a group",
  access: writing,
  params: GroupParams,
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 5000 }) }, closed),
  reply: Type.Object({
    removed: Type.Integer(),
    ids: Type.Array(Id, { description: "Who was in it and is no longer" }),
    group: Group,
  }),
  problems: byRule,
});

export const listGroupUses = endpoint({
  name: "listGroupUses",
  method: "GET",
  path: "/1/api/container/{eventId}/custom-group/{groupId}/use",
  summary: "What uses a custom group",
  access: reading,
  params: GroupParams,
  reply: Type.Array(GroupUse),
});

export const listGroupsOf = endpoint({
  name: "listGroupsOf",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/custom-group",
  summary: "The custom groups that a profile belongs to",
  access: reading,
  params: ThingParams,
  reply: Type.Array(Type.Object({ id: Id, name: Type.String(), colour: oneOf(COLOURS), mode: Mode })),
});
