// When participants of an event are available: its shape, what can be asked of it, and how times are reckoned.
export * from "./contract/availability.ts";
export * from "./contract/days.ts";
export * from "./contract/spans.ts";
