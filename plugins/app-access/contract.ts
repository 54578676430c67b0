// How participants get into the event app: links that log them in, what the app's back end reports of them, and how each stands.
import * as Type from "typebox/type";
import { EventParams } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id, oneOf } from "#schemas/scalars.ts";
import { STATUSES } from "../event-data/contract/status.ts";
import { HINDRANCES, hindered } from "./contract/hindrances.ts";

export * from "./contract/hindrances.ts";
export * from "./contract/many.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["things"] };
const writing = { accessRole: 200, permissions: ["things"] };

/** Days for which a log-in link is good. */
export const LINK_DAYS = 14;
/** Minutes for which a link is good with which somebody logs in as somebody else. */
export const AS_MINUTES = 5;
/** Reports of who was seen that are taken at a time. */
export const SEEN_AT_ONCE = 200;

/** Refusals because of the link. */
export const refusedLinks = {
  "app-access.link_unknown": { status: 404, message: "There is no such log-in link, or the profile has been removed" },
  "app-access.link_used": { status: 410, message: "The log-in link has been used already" },
  "app-access.link_superseded": { status: 410, message: "The log-in link was replaced by a newer one" },
  "app-access.link_expired": { status: 410, message: "The log-in link has expired" },
};

/** How a participant stands with the event app. */
export const AppAccess = Type.Object({
  mailed_at: Type.Union([DateTime, Type.Null()], { description: "When the last log-in email was sent" }),
  opened_at: Type.Union([DateTime, Type.Null()], { description: "When a log-in link was first opened" }),
  entered_at: Type.Union([DateTime, Type.Null()], { description: "When they logged in for the first time" }),
  seen_at: Type.Union([DateTime, Type.Null()], { description: "When they were last in the event app" }),
  link: Type.Union([
    Type.Object({ expires_at: DateTime, state: oneOf(["open", "used", "superseded", "expired"]) }),
    Type.Null(),
  ]),
  hindered: Type.Object(
    {
      link: Type.Union([oneOf(HINDRANCES), Type.Null()]),
      mail: Type.Union([oneOf(HINDRANCES), Type.Null()]),
    },
    { description: "What keeps them from being given a log-in link, or sent one" },
  ),
});
export type AppAccess = Type.Static<typeof AppAccess>;

/** A link that lets its reader in as a participant. It is answered once and kept as a hash. */
export const LoginLink = Type.Object({ address: Type.String(), expires_at: DateTime });
export type LoginLink = Type.Static<typeof LoginLink>;

const ProfileParams = Type.Object({ eventId: Id, thingId: Id }, closed);

export const getAppAccess = endpoint({
  name: "getAppAccess",
  method: "GET",
  path: "/1/api/container/{eventId}/app-access/{thingId}",
  summary:
    "Whether a participant has been sent a log-in link, has opened it and logged in, and when they were last seen",
  access: reading,
  params: ProfileParams,
  reply: AppAccess,
});

export const sendLoginMail = endpoint({
  name: "sendLoginMail",
  method: "POST",
  path: "/1/api/container/{eventId}/app-access/{thingId}/mail",
  summary: "Send a participant an email with a new log-in link; earlier links stop working",
  access: writing,
  params: ProfileParams,
  reply: AppAccess,
  problems: hindered,
});

export const createLoginLink = endpoint({
  name: "createLoginLink",
  method: "POST",
  path: "/1/api/container/{eventId}/app-access/{thingId}/link",
  summary: "A new log-in link of a participant, to be passed on by hand; earlier links stop working. Takes a person",
  access: writing,
  params: ProfileParams,
  reply: LoginLink,
  status: 201,
  problems: hindered,
});

export const impersonateThing = endpoint({
  name: "impersonateThing",
  method: "POST",
  path: "/1/api/container/{eventId}/app-access/{thingId}/impersonate",
  summary: "A link for oneself to log in as a participant, once and within five minutes. Takes a person",
  access: { accessRole: 90, permissions: ["things"] },
  params: ProfileParams,
  reply: LoginLink,
  status: 201,
  problems: hindered,
});

const Presented = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed);

/** Whom a link is about. */
export const LinkHolder = Type.Object({
  profile: Type.Object({
    id: Id,
    type_id: Id,
    name: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    email: Type.String(),
    status: oneOf(STATUSES),
  }),
  impersonator: Type.Union([Type.Object({ id: Id, name: Type.String() }), Type.Null()], {
    description: "The administrator who logs in as this participant",
  }),
});
export type LinkHolder = Type.Static<typeof LinkHolder>;

const { "app-access.no_app": _, "app-access.no_address": __, ...hinderedThere } = hindered;

export const openLoginLink = endpoint({
  name: "openLoginLink",
  method: "POST",
  path: "/1/api/container/{eventId}/login-link/open",
  summary: "For the event app: whom a log-in link is about, once somebody has opened it. It stays good",
  access: writing,
  params: EventParams,
  body: Presented,
  reply: LinkHolder,
  problems: { ...refusedLinks, ...hinderedThere },
});

export const verifyLoginLink = endpoint({
  name: "verifyLoginLink",
  method: "POST",
  path: "/1/api/container/{eventId}/login-link/verify",
  summary: "For the event app: exchanges the token of a log-in link, once, for whom it lets in",
  access: writing,
  params: EventParams,
  body: Presented,
  reply: LinkHolder,
  problems: { ...refusedLinks, ...hinderedThere },
});

export const noteSeen = endpoint({
  name: "noteSeen",
  method: "POST",
  path: "/1/api/container/{eventId}/seen",
  summary:
    "For the event app: when participants were in it last; the later instant counts, whatever order reports come in",
  access: writing,
  params: EventParams,
  body: Type.Object(
    {
      seen: Type.Array(Type.Object({ id: Id, at: DateTime }, closed), { minItems: 1, maxItems: SEEN_AT_ONCE }),
    },
    closed,
  ),
  reply: Type.Object({
    noted: Type.Integer({ description: "Of how many profiles that was new" }),
    unknown: Type.Array(Id, { description: "Ids that are no participants of the event, or are blocked" }),
  }),
});
