// Theme and density: the system's theme, unless the person chose one. Worn as attributes of the page before anything is drawn.
import type { Kept } from "../kernel/store/kept.ts";
import { DENSITY, THEME } from "../kernel/store/theme.ts";

export function followTheme(local: Kept): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wear = (): void => wearTheme(local.text(THEME) ?? "system", dark.matches);
  dark.addEventListener("change", wear);
  wear();
  wearDensity(local.text(DENSITY) ?? "normal");
}

/** Puts a density on the page: the heights of rows follow it. */
export function wearDensity(density: string): void {
  document.documentElement.dataset.density = density === "compact" ? "compact" : "normal";
}

/** Puts a theme on the page; Blueprint's dark class goes with it. */
export function wearTheme(theme: string, isSystemDark = matchMedia("(prefers-color-scheme: dark)").matches): void {
  const isDark = theme === "dark" || (theme !== "light" && isSystemDark);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  document.documentElement.classList.toggle("bp6-dark", isDark);
}
