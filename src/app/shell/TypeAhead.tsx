// Stands in for the field of a dialog whose code is still on its way: keys pressed meanwhile are not lost.
import { useLayoutEffect, useRef } from "react";
import { t } from "../../kernel/i18n/setup.ts";
import { Icon } from "../../kernel/ui/Icon.tsx";
import { search } from "../../kernel/ui/icons.ts";

/** Stands at the end of what was typed when Enter was pressed after it. */
export const ENTER = "\n";

/** A field that is seen once its dialog is missed; `onType` gets all that stands in it, each time that it changes. */
export function TypeAhead({ onType, close }: { onType(typed: string): void; close(): void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <div className="type-ahead">
      <div className="palette-field">
        <Icon paths={search} />
        <input
          ref={field}
          aria-label={t("common:search")}
          aria-busy="true"
          autoComplete="off"
          onInput={({ currentTarget }) => onType(currentTarget.value)}
          onKeyDown={({ key, currentTarget, nativeEvent }) => {
            if (key === "Escape") close();
            if (key === "Enter" && !nativeEvent.isComposing) onType(currentTarget.value + ENTER);
          }}
        />
        <span className="type-ahead-busy">{t("common:loading")}</span>
        <kbd>Esc</kbd>
      </div>
    </div>
  );
}
