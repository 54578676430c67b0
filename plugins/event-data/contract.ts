// All that can be asked of participants, companies and items. What the browser loads first takes its parts one by one: of a file
// that is brought by another, it is sent everything.
export * from "#schemas/thingViews.ts";
export * from "./contract/acts.ts";
export * from "./contract/answers.ts";
export * from "./contract/columns.ts";
export * from "./contract/elsewhere.ts";
export * from "./contract/fields.ts";
export * from "./contract/file.ts";
export * from "./contract/history.ts";
export * from "./contract/import.ts";
export * from "./contract/lastBulk.ts";
export * from "./contract/losses.ts";
export * from "./contract/merge.ts";
export * from "./contract/narrowing.ts";
export * from "./contract/origin.ts";
export * from "./contract/parts.ts";
export * from "./contract/photo.ts";
export * from "./contract/place.ts";
export * from "./contract/status.ts";
export * from "./contract/things.ts";
