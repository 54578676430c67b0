// The name under which a chosen theme is kept, and the choices.

export const THEME = "theme";
export type Theme = "system" | "light" | "dark";
