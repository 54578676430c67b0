// What keeps a participant from being let into the event app.

/** What stands in the way, of whoever it is about first. */
export const HINDRANCES = ["no_app", "inactive", "no_networking", "not_participant", "blocked", "no_address"] as const;
export type Hindrance = (typeof HINDRANCES)[number];

/** Refusals because of the event or the profile. */
export const hindered = {
  "app-access.no_app": { status: 409, message: "This installation has no address of the event app" },
  "app-access.inactive": { status: 409, message: "The event is not active" },
  "app-access.no_networking": { status: 409, message: "Web networking is not activated for the event" },
  "app-access.not_participant": { status: 409, message: "Only participants log in to the event app" },
  "app-access.blocked": { status: 409, message: "The profile is blocked" },
  "app-access.no_address": { status: 409, message: "The profile has no email address" },
};
