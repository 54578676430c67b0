// One's own account: profile, password, sessions; and invitations, from the letter to the first session.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { Entered, FactorCode } from "#schemas/login.ts";
import { DateTime, Email, Id, NamedRoleId, ONE_LINE, oneOf } from "#schemas/scalars.ts";
import { User } from "#schemas/session.ts";

const closed = { additionalProperties: false } as const;
const Done = Type.Object({ done: Type.Literal(true) });

/** What `checkEmail` answers for a free address, to the letter of the specification. */
export const NO_EXISTING_USER = "no existing user";

/** What is checked when the address stays as it is. */
export const NO_EMAIL = "no_email";

/** The signs of which a password needs one, besides a lower-case letter, an upper-case letter and a digit. */
export const PASSWORD_SIGNS = "!@#$%^&*";

/** The rules of a new password, each with the key of its sentence. */
export const PASSWORD_RULES = [
  { key: "length", test: (text: string) => text.length >= 8 },
  { key: "lower", test: (text: string) => /[a-z]/.test(text) },
  { key: "upper", test: (text: string) => /[A-Z]/.test(text) },
  { key: "digit", test: (text: string) => /[0-9]/.test(text) },
  { key: "sign", test: (text: string) => /[!@#$%^&*]/.test(text) },
  { key: "only", test: (text: string) => /^[A-Za-z0-9!@#$%^&*]+$/.test(text) },
] as const;

/** All of the rules at once. */
export const PASSWORD_PATTERN = "^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*[!@#$%^&*])[A-Za-z0-9!@#$%^&*]{8,128}$";

export const NewPassword = Type.String({
  pattern: PASSWORD_PATTERN,
  minLength: 8,
  maxLength: 128,
  description: `8 to 128 of a-z, A-Z, 0-9 and ${PASSWORD_SIGNS}, at least one of each`,
});

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: ONE_LINE, description: "1 to 100 characters" });
const Base64 = Type.String({
  minLength: 4,
  maxLength: 800,
  pattern: "^[A-Za-z0-9+/]+={0,2}$",
  description: "Password, encoded as base64 of its UTF-8 bytes",
});

/** The personal tab of the profile dialog. */
export const PersonalDraft = Type.Object({ first_name: Name, last_name: Name, email: Email }, closed);
export type PersonalDraft = Type.Static<typeof PersonalDraft>;

export const checkEmail = endpoint({
  name: "checkEmail",
  method: "POST",
  path: "/1/dashboard/user/check",
  summary: "Whether an email address is free",
  access: {},
  safe: true,
  body: Type.Object(
    { email: Type.String({ minLength: 1, maxLength: 254, description: `Address, or "${NO_EMAIL}" when it stays` }) },
    closed,
  ),
  reply: Type.Union([Type.Literal(NO_EXISTING_USER), Type.Object({ user_id: Id })], {
    description: "That it is free, or who has it",
  }),
});

/** What the profile dialog sends beside the address under which the person is known. */
export const ProfileChange = Type.Object(
  {
    current_password: Base64,
    first_name: Name,
    last_name: Name,
    email: Type.Optional(Email),
    password: Type.Optional(Base64),
  },
  closed,
);
export type ProfileChange = Type.Static<typeof ProfileChange>;

const LEAKED = { status: 400, message: "This password is known from a leak of data" } as const;

export const saveProfile = endpoint({
  name: "saveProfile",
  method: "PATCH",
  path: "/1/dashboard/user/profile",
  summary: "Change one's own names, email address or password",
  access: {},
  body: Type.Object({ email: Email, request_data: ProfileChange }, closed),
  reply: User,
  problems: {
    "account.wrong_password": { status: 400, message: "The current password is not right" },
    "account.same_password": { status: 400, message: "The new password must differ from the current one" },
    "account.weak_password": { status: 400, message: "The new password does not keep the rules" },
    "account.leaked_password": LEAKED,
    "account.email_taken": { status: 409, message: "This email already exists for another user" },
  },
});

/** One device on which the person is logged in. */
export const AccountSession = Type.Object({
  id: Id,
  device: Type.String({ description: "What the browser calls itself" }),
  created_at: DateTime,
  last_seen_at: DateTime,
  way: oneOf(["password", "code", "link", "sso", "invite"], "How the session began"),
  address: Type.String({ description: "Where it began; empty where that is not known" }),
  current: Type.Boolean({ description: "The session that asks" }),
});
export type AccountSession = Type.Static<typeof AccountSession>;

export const listOwnSessions = endpoint({
  name: "listOwnSessions",
  method: "GET",
  path: "/1/dashboard/user/session",
  summary: "The devices on which one is logged in",
  access: {},
  reply: Type.Array(AccountSession),
});

export const endOwnSession = endpoint({
  name: "endOwnSession",
  method: "DELETE",
  path: "/1/dashboard/user/session/{sessionId}",
  summary: "Log one device out",
  access: {},
  params: Type.Object({ sessionId: Id }, closed),
  reply: Done,
});

/** How one's own second factor stands. */
export const Factor = Type.Object({
  state: oneOf(["off", "on"]),
  since: Type.Union([DateTime, Type.Null()]),
  recovery_left: Type.Integer({ description: "Recovery codes that have not been used" }),
  required: Type.Boolean({ description: "An app of one's own asks for it" }),
  has_password: Type.Boolean({ description: "Whether changing it is confirmed with a password" }),
});
export type Factor = Type.Static<typeof Factor>;

export const getFactor = endpoint({
  name: "getFactor",
  method: "GET",
  path: "/1/dashboard/user/second-factor",
  summary: "How one's own second factor stands",
  access: {},
  reply: Factor,
});

const Told = Type.Array(Type.String(), { description: "Recovery codes, told this once" });
const wrongPassword = {
  "account.wrong_password": { status: 400, message: "The current password is not right" },
} as const;
/** Not 401: whoever mistypes is logged in, and stays so. */
const wrongCode = {
  "login.second_factor_wrong": { status: 400, message: "The code is not right, or has been used already" },
} as const;

export const setUpFactor = endpoint({
  name: "setUpFactor",
  method: "POST",
  path: "/1/dashboard/user/second-factor",
  summary: "A key for one's authenticator app; in use once it is confirmed",
  unkeyed: true,
  access: {},
  body: Type.Object({ current_password: Type.Optional(Base64) }, closed),
  reply: Type.Object({ secret: Type.String(), uri: Type.String() }),
  problems: {
    ...wrongPassword,
    "account.factor_on": { status: 409, message: "You have an authenticator app set up already" },
    "account.factor_bound": { status: 403, message: "Log in with your password or a code by mail to do this" },
  },
});

export const confirmFactor = endpoint({
  name: "confirmFactor",
  method: "POST",
  path: "/1/dashboard/user/second-factor/confirm",
  summary: "Confirm the authenticator app with its first code",
  unkeyed: true,
  access: {},
  body: Type.Object({ code: FactorCode }, closed),
  reply: Type.Object({ recovery_codes: Told }),
  problems: wrongCode,
});

export const renewRecoveryCodes = endpoint({
  name: "renewRecoveryCodes",
  method: "POST",
  path: "/1/dashboard/user/second-factor/recovery",
  summary: "New recovery codes in place of the former ones",
  unkeyed: true,
  access: {},
  body: Type.Object({ code: FactorCode }, closed),
  reply: Type.Object({ recovery_codes: Told }),
  problems: wrongCode,
});

export const removeFactor = endpoint({
  name: "removeFactor",
  method: "POST",
  path: "/1/dashboard/user/second-factor/remove",
  summary: "Log in without an authenticator app again",
  unkeyed: true,
  access: {},
  body: Type.Object({ code: FactorCode }, closed),
  reply: Done,
  problems: {
    ...wrongCode,
    "account.factor_required": { status: 409, message: "An app of yours asks for a second factor" },
  },
});

const Reference = Type.Object({ reference: Type.String({ minLength: 1, maxLength: 200 }) }, closed);

/** What an invited person reads before choosing a password. */
export const Invite = Type.Object({
  email: Email,
  app_name: Type.String(),
  role: Type.Object({ id: Type.Integer(), name: Type.String() }),
  all_events: Type.Boolean(),
  events: Type.Array(Type.String(), { description: "Names of the events, unless all" }),
  invited_by: Type.String(),
  expires_at: DateTime,
  has_account: Type.Boolean({ description: "The address has an account already, which joins the app after log-in" }),
});
export type Invite = Type.Static<typeof Invite>;

const inviteProblems = {
  "account.invite_unknown": { status: 404, message: "This invitation does not exist" },
  "account.invite_used": { status: 410, message: "This invitation has been used" },
  "account.invite_expired": { status: 410, message: "This invitation has expired" },
  "account.invite_revoked": { status: 410, message: "This invitation has been withdrawn" },
} as const;

export const getInvite = endpoint({
  name: "getInvite",
  method: "GET",
  path: "/1/dashboard/invite/{reference}",
  summary: "What an invitation offers",
  access: "public",
  params: Reference,
  reply: Invite,
  problems: inviteProblems,
});

/** The form of the create-account page. */
export const AccountDraft = Type.Object({ first_name: Name, last_name: Name, password: NewPassword }, closed);
export type AccountDraft = Type.Static<typeof AccountDraft>;

export const acceptInvite = endpoint({
  name: "acceptInvite",
  method: "POST",
  path: "/1/dashboard/invite/{reference}",
  summary: "Make the invited account and begin its first session",
  access: "public",
  params: Reference,
  body: Type.Object({ ...AccountDraft.properties, code: Type.Optional(FactorCode) }, closed),
  reply: Entered,
  problems: {
    ...inviteProblems,
    "login.second_factor_setup": { status: 401, message: "Set up an authenticator app to log in" },
    "login.second_factor_wrong": { status: 401, message: "The code is not right, or has been used already" },
    "account.leaked_password": LEAKED,
    "account.invite_has_account": { status: 409, message: "You have an account already: log in to accept" },
  },
});

export const joinApp = endpoint({
  name: "joinApp",
  method: "POST",
  path: "/1/dashboard/invite/{reference}/join",
  summary: "Accept an invitation with the account that one has",
  access: {},
  params: Reference,
  reply: User,
  problems: {
    ...inviteProblems,
    "account.invite_needs_factor": { status: 403, message: "The app asks for a second factor; set one up first" },
    "account.invite_other_person": { status: 403, message: "This invitation is for another email address" },
  },
});

/** An invitation as the administrators of the app see it. */
export const InviteRow = Type.Object({
  id: Id,
  email: Email,
  role: Type.Object({ id: Type.Integer(), name: Type.String() }),
  allowed_containers: Type.Array(Type.Integer(), { description: "Event ids; -1 for all events" }),
  invited_by: Type.String(),
  created_at: DateTime,
  expires_at: DateTime,
  sent_count: Type.Integer(),
  withheld: Type.Array(Type.String(), { description: "Permission keys of the role that the inviter could not give" }),
  state: oneOf(["pending", "accepted", "expired", "revoked"]),
});
export type InviteRow = Type.Static<typeof InviteRow>;

/** An invitation with the address of its page, which is told this once. */
export const SentInvite = Type.Object({
  invite: InviteRow,
  path: Type.String({ description: "Address of the create-account page below the dashboard's own" }),
});
export type SentInvite = Type.Static<typeof SentInvite>;

export const InviteDraft = Type.Object(
  {
    email: Email,
    role_id: NamedRoleId,
    allowed_containers: Type.Array(Type.Integer({ minimum: -1 }), { minItems: 1, maxItems: 1000 }),
  },
  closed,
);
export type InviteDraft = Type.Static<typeof InviteDraft>;

const administrators = { permissions: ["user_management"] };
const InviteParams = Type.Object({ inviteId: Id }, closed);

export const listInvites = endpoint({
  name: "listInvites",
  method: "GET",
  path: "/1/api/invite",
  summary: "Invitations to the app, the latest first",
  access: administrators,
  reply: Type.Array(InviteRow),
});

export const createInvite = endpoint({
  name: "createInvite",
  method: "POST",
  path: "/1/api/invite",
  summary: "Invite somebody to administrate the app",
  access: administrators,
  body: InviteDraft,
  reply: SentInvite,
  status: 201,
  problems: {
    "account.invite_too_strong": { status: 403, message: "You cannot give more power than you have" },
    "account.invite_member": { status: 409, message: "This person has access to the app already" },
  },
});

const decided = {
  "account.invite_decided": { status: 409, message: "This invitation has been used or withdrawn already" },
} as const;

export const resendInvite = endpoint({
  name: "resendInvite",
  method: "POST",
  path: "/1/api/invite/{inviteId}/resend",
  summary: "Make a new link for an invitation; the former one stops working",
  access: administrators,
  params: InviteParams,
  reply: SentInvite,
  problems: decided,
});

export const revokeInvite = endpoint({
  name: "revokeInvite",
  method: "POST",
  path: "/1/api/invite/{inviteId}/revoke",
  summary: "Withdraw an invitation",
  access: administrators,
  params: InviteParams,
  reply: InviteRow,
  problems: decided,
});
