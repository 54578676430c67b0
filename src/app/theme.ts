// The theme: the system's, unless the person chose one. Worn as an attribute of the page before anything is drawn.
import type { Kept } from "../kernel/store/kept.ts";
import { THEME } from "../kernel/store/theme.ts";

export function followTheme(local: Kept): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wear = (): void => wearTheme(local.text(THEME) ?? "system", dark.matches);
  dark.addEventListener("change", wear);
  wear();
}

/** Puts a theme on the page; Blueprint's dark class goes with it. */
export function wearTheme(theme: string, isSystemDark = matchMedia("(prefers-color-scheme: dark)").matches): void {
  const isDark = theme === "dark" || (theme !== "light" && isSystemDark);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  document.documentElement.classList.toggle("bp6-dark", isDark);
}
