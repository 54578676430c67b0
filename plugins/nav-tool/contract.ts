// The navigation's file as product owners edit it: its text, and the judgement of a draft. Nothing here writes.
import * as Type from "typebox/type";
import { Finding } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import type { NavConfig } from "#schemas/nav.ts";
import { PermissionKey } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const access = { accessRole: 2 };

/** Characters that a draft may have. */
export const DRAFT_LIMIT = 500_000;

/** A role that people can have, with the keys that it holds unless somebody changed that for a person. */
export const RoleFacts = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  permissions: Type.Array(PermissionKey),
});
export type RoleFacts = Type.Static<typeof RoleFacts>;

/** A text as the server judges it; without `config` it cannot be drawn. */
export const Judgement = Type.Object({
  config: Type.Optional(Type.Unsafe<NavConfig>(Type.Object({}, { additionalProperties: true }))),
  findings: Type.Array(Finding),
});
export type Judgement = Type.Static<typeof Judgement>;

export const getNavigationText = endpoint({
  name: "getNavigationText",
  method: "GET",
  path: "/1/api/side-navigation",
  summary: "nav.config.json as it stands, what is wrong with it, and the roles to look at it with",
  access,
  reply: Type.Object({ text: Type.String(), judgement: Judgement, roles: Type.Array(RoleFacts) }),
});

export const checkNavigationDraft = endpoint({
  name: "checkNavigationDraft",
  method: "POST",
  path: "/1/api/side-navigation/check",
  summary: "Judge a draft of nav.config.json; nothing is kept",
  access,
  safe: true,
  body: Type.Object({ text: Type.String({ maxLength: DRAFT_LIMIT }) }, closed),
  reply: Judgement,
});
