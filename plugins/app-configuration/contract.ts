// How the administrators of the app log in.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { oneOf } from "#schemas/scalars.ts";

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
});
