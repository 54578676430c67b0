// How the dashboard looks to a person: the names under which choices are kept, and the choices.

export const THEME = "theme";
export type Theme = "system" | "light" | "dark";

export const DENSITY = "density";
/** How close rows stand, in every list, table and in the side navigation. */
export type Density = "normal" | "compact";
