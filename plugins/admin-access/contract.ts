// Who may administrate the app: roles, events, single permissions, sessions; and why somebody may do what they may.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Email, Id, NamedRoleId, oneOf, PERMISSION_KEYS } from "#schemas/scalars.ts";
import { record } from "#schemas/shapes.ts";

const closed = { additionalProperties: false } as const;
const access = { permissions: ["user_management"] };
const MemberParams = Type.Object({ memberId: Id }, closed);
const Nullable = <S extends Type.TSchema>(shape: S) => Type.Union([shape, Type.Null()]);

/** Keys that a person has, or lacks, unlike the role. */
export const Overrides = Type.Unsafe<Record<string, boolean>>(
  Type.Object(Object.fromEntries(PERMISSION_KEYS.map((key) => [key, Type.Optional(Type.Boolean())])), {
    ...closed,
    description: "Permission keys that differ from the role's: true is granted, false withheld",
  }),
);

const Containers = Type.Array(Type.Integer({ minimum: -1 }), {
  minItems: 1,
  maxItems: 1000,
  description: "Event ids; -1 for all events",
});

/** A person with access to the app. */
export const Member = Type.Object({
  id: Id,
  user_id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  email: Email,
  role: Type.Object({ id: Type.Integer(), name: Type.String() }),
  allowed_containers: Type.Array(Type.Integer()),
  overrides: record(Type.Boolean()),
  status: oneOf(["active", "deactivated"]),
  second_factor: Type.Boolean({ description: "The person confirms log-ins with an authenticator app" }),
  last_seen_at: Nullable(DateTime),
  open_sessions: Type.Integer(),
  rev: Type.Integer(),
  manageable: Type.Boolean({ description: "Whoever asks may change this access" }),
});
export type Member = Type.Static<typeof Member>;

export const listMembers = endpoint({
  name: "listMembers",
  method: "GET",
  path: "/1/api/member",
  summary: "Everybody with access to the app",
  access,
  reply: Type.Array(Member),
});

const refusals = {
  "admin-access.too_strong": { status: 403, message: "You cannot give more power than you have" },
  "admin-access.stronger_member": { status: 403, message: "This person has more power than you" },
  "admin-access.own_access": { status: 403, message: "You cannot change your own access; ask another administrator" },
  "admin-access.last_super_admin": { status: 409, message: "The app needs at least one super admin" },
} as const;

/** What is decided about a person's access. */
export const MemberDraft = Type.Object(
  { role_id: NamedRoleId, allowed_containers: Containers, overrides: Overrides },
  closed,
);
export type MemberDraft = Type.Static<typeof MemberDraft>;

export const saveMember = endpoint({
  name: "saveMember",
  method: "PATCH",
  path: "/1/api/member/{memberId}",
  summary: "Change a person's role, events and permissions",
  access,
  params: MemberParams,
  body: Type.Object({ rev: Type.Integer(), ...MemberDraft.properties }, closed),
  reply: Member,
  problems: refusals,
});

const Rev = Type.Object({ rev: Type.Integer() }, closed);

export const deactivateMember = endpoint({
  name: "deactivateMember",
  method: "POST",
  path: "/1/api/member/{memberId}/deactivate",
  summary: "Take a person's access away; it can be restored as it was",
  access,
  params: MemberParams,
  body: Rev,
  reply: Member,
  problems: refusals,
});

export const restoreMember = endpoint({
  name: "restoreMember",
  method: "POST",
  path: "/1/api/member/{memberId}/restore",
  summary: "Give a person the access back that was taken away",
  access,
  params: MemberParams,
  body: Rev,
  reply: Member,
  problems: refusals,
});

/** One permission key and where it comes from. */
export const ExplainedKey = Type.Object({
  key: Type.String(),
  allowed: Type.Boolean(),
  because: oneOf(["role", "granted", "withheld", "not_in_role"]),
});

/** One page of the dashboard and what stands in the way. */
export const ExplainedPage = Type.Object({
  route: Type.String(),
  title: Type.String({ description: "Translation key" }),
  allowed: Nullable(Type.Boolean({ description: "Null where it depends on the event or the app's plan" })),
  needs_role: Type.Optional(Type.Integer({ description: "The role id that would do, where the role is in the way" })),
  needs_permissions: Type.Optional(Type.Array(Type.String(), { description: "One of these is missing" })),
});

/** What a person may do, and why. */
export const Explanation = Type.Object({
  member: Member,
  keys: Type.Array(ExplainedKey),
  pages: Type.Array(ExplainedPage),
  events: Type.Object({ all: Type.Boolean(), names: Type.Array(Type.String()) }),
});
export type Explanation = Type.Static<typeof Explanation>;

export const explainMember = endpoint({
  name: "explainMember",
  method: "GET",
  path: "/1/api/member/{memberId}/explanation",
  summary: "What a person may do in the app, and why",
  access,
  params: MemberParams,
  reply: Explanation,
});

/** One device on which a person is logged in. */
export const MemberSession = Type.Object({
  id: Id,
  device: Type.String(),
  created_at: DateTime,
  last_seen_at: DateTime,
  way: oneOf(["password", "code", "link", "sso", "invite"], "How the session began"),
  address: Type.String({ description: "Where it began; empty where that is not known" }),
});
export type MemberSession = Type.Static<typeof MemberSession>;

export const listMemberSessions = endpoint({
  name: "listMemberSessions",
  method: "GET",
  path: "/1/api/member/{memberId}/session",
  summary: "The devices on which a person is logged in",
  access,
  params: MemberParams,
  reply: Type.Array(MemberSession),
});

export const endMemberSession = endpoint({
  name: "endMemberSession",
  method: "DELETE",
  path: "/1/api/member/{memberId}/session/{sessionId}",
  summary: "Log a person out on one device",
  access,
  params: Type.Object({ memberId: Id, sessionId: Id }, closed),
  reply: Type.Object({ ended: Type.Integer() }),
  problems: refusals,
});

export const endMemberSessions = endpoint({
  name: "endMemberSessions",
  method: "DELETE",
  path: "/1/api/member/{memberId}/session",
  summary: "Log a person out on every device",
  access,
  params: MemberParams,
  reply: Type.Object({ ended: Type.Integer() }),
  problems: refusals,
});

export const resetSecondFactor = endpoint({
  name: "resetSecondFactor",
  method: "POST",
  path: "/1/api/member/{memberId}/second-factor/reset",
  summary: "Forget a person's authenticator app, for example when the phone is lost; all of their sessions end",
  access,
  params: MemberParams,
  reply: Member,
  problems: refusals,
});
