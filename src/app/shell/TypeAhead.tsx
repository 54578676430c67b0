// Stands in for the field of a dialog whose code is still on its way: keys pressed meanwhile are not lost.
import { useLayoutEffect, useRef } from "react";
import { t } from "../../kernel/i18n/setup.ts";

/** Stands at the end of what was typed when Enter was pressed after it. */
export const ENTER = "\n";

/** A field that is not seen; `onType` gets all that stands in it, each time that it changes. */
export function TypeAhead({ onType, close }: { onType(typed: string): void; close(): void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <input
      ref={field}
      className="sr-only"
      aria-label={t("common:search")}
      aria-busy="true"
      autoComplete="off"
      onInput={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={({ key, currentTarget, nativeEvent }) => {
        if (key === "Escape") close();
        if (key === "Enter" && !nativeEvent.isComposing) onType(currentTarget.value + ENTER);
      }}
    />
  );
}
