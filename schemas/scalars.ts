// The small words that every other shape is made of.
import * as Type from "typebox/type";

/** One of some words: the schema of an enumeration, typed as the union of its words. */
export function oneOf<const Words extends readonly string[]>(words: Words, description?: string) {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...words], ...(description ? { description } : {}) });
}

/** Row id of anything the database numbers: a positive integer. */
export const Id = Type.Integer({ minimum: 1, description: "Positive whole number" });

/** ISO 8601 instant in UTC, for example `2026-01-31T09:00:00.000Z`. */
export const DateTime = Type.String({ format: "date-time", description: "ISO 8601 instant" });

/** Calendar date, `YYYY-MM-DD`. */
export const DateOnly = Type.String({ format: "date", description: "Calendar date" });

/** A text of one line with something in it: no signs that break a line or turn the direction of what follows. */
export const ONE_LINE =
  "^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$";

/** A text of others made one line: what breaks lines or turns the direction, and half a sign, becomes a space. */
export function asOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** E-mail address, at most 254 characters. */
export const Email = Type.String({ format: "email", maxLength: 254, description: "Email address" });

/** A permission key of the dashboard, as in specification §3. */
export const PermissionKey = Type.String({
  pattern: "^[a-z][a-z0-9_]{1,39}$",
  description: "Dashboard permission key",
});

/** A feature flag's key. */
export const FlagKey = Type.String({ pattern: "^[a-z][A-Za-z0-9_]{1,39}$", description: "Feature flag key" });

/** Access-role id: lower means more power (specification §6). */
export const AccessRoleId = Type.Integer({
  minimum: 1,
  maximum: 9999,
  description: "Access-role id; lower means more power",
});

/** A language of the dashboard, for example `en-gb`. */
export const LocaleTag = Type.String({
  pattern: "^[a-z]{2,3}(-[a-z0-9]{2,8})*$",
  description: "Language tag in lower case",
});

/** A translation key with its namespace, for example `agenda:title`. */
export const LabelKey = Type.String({
  pattern: "^[a-z][a-z0-9-]*:[A-Za-z0-9_.-]+$",
  description: "Translation key as namespace:key",
});

/** The id of a feature area: its folder's name. */
export const AreaId = Type.String({ pattern: "^[a-z][a-z0-9-]{1,39}$", description: "Feature area id" });

/** A dotted id inside a feature area, for example `agenda.main`. */
export const PartId = Type.String({
  pattern: "^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+$",
  description: "Area id, dot, name",
});

/** The languages that the dashboard itself speaks; the first is the fallback (specification §9). */
export const LOCALES = ["en-gb", "de"] as const;
export const DEFAULT_LOCALE = "en-gb";

/** Role ids of 300 and above are not moved to event pages (specification §6). */
export const ACCESS_ROLE_BOUNDARY = 300;

/** The role names that matrices and demo accounts use. */
export const ROLES = [
  { id: 1, name: "super", label: "Super admin" },
  { id: 2, name: "partner", label: "Partner admin" },
  { id: 3, name: "app", label: "App admin" },
  { id: 90, name: "expertplus", label: "Event expert plus" },
  { id: 95, name: "expert", label: "Event expert" },
  { id: 200, name: "matchmaker", label: "Matchmaking client" },
  { id: 299, name: "owner", label: "Event owner" },
  { id: 300, name: "registration", label: "Registration provider" },
] as const;

/** The id of a role that has a name: whoever is given one can be told what it is. */
export const NamedRoleId = Type.Unsafe<number>({
  type: "integer",
  enum: ROLES.map(({ id }) => id),
  description: "Access-role id that has a name; lower means more power",
});

/** Every permission key of the dashboard (specification §3). */
export const PERMISSION_KEYS = [
  "containers",
  "plugins",
  "things",
  "extensions",
  "home_feed",
  "video_library",
  "relationships",
  "hosted_buyer",
  "meetings",
  "answers",
  "connections",
  "emails",
  "notifications",
  "teams",
  "user_management",
  "create_type",
  "sessions",
] as const;
