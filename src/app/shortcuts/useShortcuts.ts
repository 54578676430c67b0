// Keys that work everywhere after log-in.
import { useEffect } from "react";
import { areSingleKeysOn } from "../../kernel/store/singleKeys.ts";
import { useRoot } from "../../kernel/store/useStore.ts";

export function useShortcuts(): void {
  const { shell, env } = useRoot();
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        if (!isDialogOpen()) shell.openDialog("palette");
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !areSingleKeysOn(env.local))
        return;
      if (isDialogOpen()) return;
      if (event.key === "?") shell.openDialog("shortcuts");
      else if (event.key !== "/" || !focusSearch()) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [shell, env]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** A second layer never opens over a first one. */
function isDialogOpen(): boolean {
  return document.querySelector("dialog[open], [role=dialog]") !== null;
}

/** Puts the cursor into the first search that can be seen: behind a panel in a narrow window there is another one. */
function focusSearch(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>("main input[type=search]")];
  const field = fields.find((one) => one.checkVisibility({ visibilityProperty: true }));
  field?.focus();
  field?.select();
  return field !== undefined;
}
