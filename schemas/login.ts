// The ways to log in: password, a code by mail, a link, single sign-on; each with the second factor behind it.
import * as Type from "typebox/type";
import { endpoint } from "./endpoint.ts";
import { Email } from "./scalars.ts";
import { Credentials } from "./session.ts";

const closed = { additionalProperties: false } as const;

/** What confirms a log-in beside the first proof. */
export const FactorCode = Type.String({
  minLength: 6,
  maxLength: 24,
  pattern: "^([0-9]{6}|[A-Za-z2-7]{4}(-?[A-Za-z2-7]{4}){3})$",
  description: "Code of the authenticator app, or one of the recovery codes",
});

/** Credentials; after a factor was set up, also its recovery codes, which are told this once. */
export const Entered = Type.Object({
  ...Credentials.properties,
  recovery_codes: Type.Optional(Type.Array(Type.String(), { description: "Told once, after a factor was set up" })),
});
export type Entered = Type.Static<typeof Entered>;

/** A secret of the browser that began a log-in: nobody else can finish it, or spoil it. */
export const Binding = Type.String({ minLength: 32, maxLength: 100, pattern: "^[A-Za-z0-9_-]+$" });

const factorProblems = {
  "login.second_factor": { status: 401, message: "Enter the code of your authenticator app" },
  "login.second_factor_setup": { status: 401, message: "Set up an authenticator app to log in" },
  "login.second_factor_wrong": { status: 401, message: "The code is not right, or has been used already" },
} as const;

export const login = endpoint({
  name: "login",
  method: "POST",
  path: "/1/dashboard/user/login",
  summary: "Log in with email and password",
  access: "public",
  body: Type.Object(
    { email: Email, password: Type.String({ minLength: 1, maxLength: 200 }), code: Type.Optional(FactorCode) },
    closed,
  ),
  reply: Entered,
  problems: {
    "login.refused": { status: 401, message: "Email or password is not right" },
    "login.way_off": { status: 401, message: "Your app does not take passwords; choose another way to log in" },
    ...factorProblems,
  },
});

export const verifyOtp = endpoint({
  name: "verifyOtp",
  method: "POST",
  path: "/1/dashboard/user/otp/verify",
  summary: "Log in with a one-time password",
  access: "public",
  body: Type.Object({ otp: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  reply: Credentials,
  problems: { "otp.refused": { status: 401, message: "This link has been used or has expired" } },
});

export const sendLoginCode = endpoint({
  name: "sendLoginCode",
  method: "POST",
  path: "/1/dashboard/user/login/code/send",
  summary: "Have a one-time code sent by mail; the answer is the same whether there is such an account or not",
  access: "public",
  body: Type.Object({ email: Email, binding: Binding }, closed),
  reply: Type.Object({ minutes: Type.Integer({ description: "How long a code is good" }) }),
});

export const loginWithCode = endpoint({
  name: "loginWithCode",
  method: "POST",
  path: "/1/dashboard/user/login/code",
  summary: "Log in with the code that came by mail",
  access: "public",
  body: Type.Object(
    {
      email: Email,
      binding: Binding,
      mail_code: Type.String({ pattern: "^[0-9]{6}$", description: "Six digits" }),
      code: Type.Optional(FactorCode),
    },
    closed,
  ),
  reply: Entered,
  problems: {
    "login.code_refused": { status: 401, message: "The code is not right, has been used or has expired" },
    ...factorProblems,
  },
});

/** What the provider appended to the address, as it came. */
export const SsoAnswer = Type.Object(
  {
    state: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.Optional(Type.String({ maxLength: 4000 })),
    iss: Type.Optional(Type.String({ maxLength: 500 })),
    error: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);
export type SsoAnswer = Type.Static<typeof SsoAnswer>;

/** Why a log-in at a provider fails before it has told who it is. */
export const providerProblems = {
  "login.sso_unreachable": { status: 502, message: "The single sign-on of your organisation does not answer" },
  "login.sso_invalid": { status: 401, message: "The answer of the single sign-on could not be trusted" },
  "login.sso_clock": { status: 401, message: "The clock of the single sign-on differs from ours" },
  "login.sso_stale": { status: 401, message: "This log-in has expired or was begun elsewhere; start again" },
  "login.sso_denied": { status: 401, message: "The single sign-on did not confirm the log-in" },
} as const;

export const startSso = endpoint({
  name: "startSso",
  method: "POST",
  path: "/1/dashboard/user/login/sso/start",
  summary: "Where to log in with single sign-on, found by the domain of the address",
  access: "public",
  body: Type.Object({ email: Email, binding: Binding }, closed),
  reply: Type.Object({ url: Type.String({ description: "Page of the provider" }) }),
  problems: {
    ...providerProblems,
    "login.sso_none": { status: 404, message: "There is no single sign-on for this address" },
  },
});

export const finishSso = endpoint({
  name: "finishSso",
  method: "POST",
  path: "/1/dashboard/user/login/sso",
  summary: "Log in with what the provider answered",
  access: "public",
  body: Type.Object({ answer: SsoAnswer, binding: Binding, code: Type.Optional(FactorCode) }, closed),
  reply: Entered,
  problems: {
    ...providerProblems,
    "login.sso_email": { status: 401, message: "The single sign-on told no confirmed address of an allowed domain" },
    "login.sso_unknown": { status: 401, message: "You have no access to this app yet; ask for an invitation" },
    "login.sso_identity": { status: 401, message: "Your account belongs to another identity of the single sign-on" },
    "login.sso_stronger": {
      status: 401,
      message: "Your role is too strong for this single sign-on; log in another way",
    },
    ...factorProblems,
  },
});
