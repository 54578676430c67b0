// Shortcuts of a single character can be switched off, because dictation types them too (WCAG 2.1.4).
import type { Kept } from "./kept.ts";

const SINGLE_KEYS = "singleKeys";

export function areSingleKeysOn(local: Kept): boolean {
  return local.text(SINGLE_KEYS) !== "off";
}

export function setSingleKeys(local: Kept, isOn: boolean): void {
  local.write(SINGLE_KEYS, isOn ? "on" : "off");
}
