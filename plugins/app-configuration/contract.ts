// How the administrators of the app log in.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { Binding, providerProblems, SsoAnswer } from "#schemas/login.ts";
import { AccessRoleId, DateTime, NamedRoleId, oneOf } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const access = { accessRole: 3, permissions: ["user_management"] };

/** Hours that a session may live at most: two weeks. */
export const MOST_HOURS = 336;

/** What a mail domain looks like. */
export const DOMAIN_PATTERN = "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$";

/** What is decided. Whoever belongs to several apps keeps the strictest rules of them all. */
export const LoginRulesDraft = Type.Object(
  {
    session_hours: Type.Integer({ minimum: 1, maximum: MOST_HOURS, description: "How long a session lives" }),
    second_factor: oneOf(["off", "required"], "Whether logging in takes a code of an authenticator app"),
    password: oneOf(["on", "off"], "Whether people log in with a password; super admins always can"),
    mail_code: oneOf(["on", "off"], "Whether people log in with a code that comes by mail"),
    mail_domains: Type.Array(Type.String({ pattern: DOMAIN_PATTERN, maxLength: 253 }), {
      maxItems: 100,
      description: "Mail domains of people who may be invited; none means any",
    }),
  },
  closed,
);
export type LoginRulesDraft = Type.Static<typeof LoginRulesDraft>;

/** The rules, and how many they concern. */
export const LoginRules = Type.Object({
  ...LoginRulesDraft.properties,
  rev: Type.Integer(),
  members: Type.Integer({ description: "People with access to the app" }),
  with_second_factor: Type.Integer({ description: "Those who have an authenticator app set up" }),
});
export type LoginRules = Type.Static<typeof LoginRules>;

export const getLoginRules = endpoint({
  name: "getLoginRules",
  method: "GET",
  path: "/1/api/login-rules",
  summary: "How the administrators of the app log in",
  access,
  reply: LoginRules,
});

export const saveLoginRules = endpoint({
  name: "saveLoginRules",
  method: "PUT",
  path: "/1/api/login-rules",
  summary: "Change how the administrators of the app log in",
  access,
  body: Type.Object({ rev: Type.Integer(), ...LoginRulesDraft.properties }, closed),
  reply: LoginRules,
  problems: {
    "app-configuration.no_way_left": { status: 409, message: "At least one way to log in must stay on" },
  },
});

const ClaimName = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" });

/** What is decided about single sign-on. */
export const LoginProviderDraft = Type.Object(
  {
    issuer: Type.String({ format: "uri", maxLength: 500, description: "Address of the OpenID Connect provider" }),
    client_id: Type.String({ minLength: 1, maxLength: 300, description: "How the provider knows the dashboard" }),
    domains: Type.Array(Type.String({ pattern: DOMAIN_PATTERN, maxLength: 253 }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: "Mail domains whose people come from the provider",
    }),
    claims: Type.Object(
      { email: ClaimName, first_name: ClaimName, last_name: ClaimName },
      { ...closed, description: "Names of the claims that tell address and names" },
    ),
    unknown: oneOf(["refuse", "admit"], "People without an account: turned away, or made members"),
    admit_role_id: NamedRoleId,
    admit_containers: Type.Array(Type.Integer({ minimum: -1 }), { minItems: 1, maxItems: 1000 }),
    enabled: Type.Boolean({ description: "Only once a test log-in has worked" }),
  },
  closed,
);
export type LoginProviderDraft = Type.Static<typeof LoginProviderDraft>;

/** Single sign-on as it stands. The client secret is never shown again. */
export const LoginProvider = Type.Object({
  ...LoginProviderDraft.properties,
  // An earlier version took any.
  admit_role_id: AccessRoleId,
  has_secret: Type.Boolean(),
  tested_at: Type.Union([DateTime, Type.Null()]),
  set_by: Type.String(),
  set_by_role: Type.Object({ id: Type.Integer(), name: Type.String() }),
  people: Type.Integer({ description: "Of how many people the provider has told who they are" }),
  rev: Type.Integer(),
});
export type LoginProvider = Type.Static<typeof LoginProvider>;

/** The provider, if there is one, and what it has to be told. */
export const LoginProviderView = Type.Object({
  provider: Type.Union([LoginProvider, Type.Null()]),
  redirect_uri: Type.String({ description: "To be registered with the provider" }),
});
export type LoginProviderView = Type.Static<typeof LoginProviderView>;

const providerPath = "/1/api/login-provider";

export const getLoginProvider = endpoint({
  name: "getLoginProvider",
  method: "GET",
  path: providerPath,
  summary: "Single sign-on of the app",
  access,
  reply: LoginProviderView,
});

export const saveLoginProvider = endpoint({
  name: "saveLoginProvider",
  method: "PUT",
  path: providerPath,
  summary: "Set single sign-on up, change it, switch it on or off",
  access,
  body: Type.Object(
    {
      rev: Type.Integer({ description: "0 for the first time" }),
      ...LoginProviderDraft.properties,
      secret: Type.Optional(Type.String({ maxLength: 1000, description: "Client secret; as it was unless sent" })),
    },
    closed,
  ),
  reply: LoginProviderView,
  problems: {
    "app-configuration.no_way_left": { status: 409, message: "At least one way to log in must stay on" },
    "app-configuration.not_tested": { status: 409, message: "Run a test log-in that works before switching it on" },
    "app-configuration.domain_taken": { status: 409, message: "A domain leads to another app's single sign-on" },
    "app-configuration.too_strong": { status: 403, message: "You cannot give more power than you have" },
  },
});

export const removeLoginProvider = endpoint({
  name: "removeLoginProvider",
  method: "DELETE",
  path: providerPath,
  summary: "Take single sign-on away",
  access,
  reply: LoginProviderView,
  problems: {
    "app-configuration.no_way_left": { status: 409, message: "At least one way to log in must stay on" },
  },
});

/** In a test they are what was found out, and no reason to ask who tests to log in again. */
const testProblems = Object.fromEntries(
  Object.entries(providerProblems).map(([code, { status, message }]) => [
    code,
    { status: status === 401 ? 409 : status, message },
  ]),
);

export const startLoginTest = endpoint({
  name: "startLoginTest",
  method: "POST",
  path: `${providerPath}/test`,
  summary: "Begin a test log-in with the saved settings",
  unkeyed: true,
  access,
  body: Type.Object({ binding: Binding }, closed),
  reply: Type.Object({ url: Type.String({ description: "Page of the provider" }) }),
  problems: testProblems,
});

/** What a test log-in found out. It makes no session and no account. */
export const LoginTest = Type.Object({
  claims: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  refusal: Type.Union([Type.String(), Type.Null()], { description: "Code of what a person would be told, if refused" }),
  detail: Type.Union([Type.String(), Type.Null()], { description: "Why, in technical words" }),
  person: Type.Union([
    Type.Object({
      email: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
      admitted: Type.Boolean({ description: "Has no account yet and would get one" }),
    }),
    Type.Null(),
  ]),
});
export type LoginTest = Type.Static<typeof LoginTest>;

export const finishLoginTest = endpoint({
  name: "finishLoginTest",
  method: "POST",
  path: `${providerPath}/test/finish`,
  summary: "What the provider told in a test log-in",
  unkeyed: true,
  access,
  body: Type.Object({ answer: SsoAnswer, binding: Binding }, closed),
  reply: LoginTest,
  problems: testProblems,
});
