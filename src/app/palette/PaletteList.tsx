// The list of the palette: named groups of options. The field keeps the focus; the active option is pointed at.
import { useEffect, useRef } from "react";
import { t } from "../../kernel/i18n/setup.ts";
import { Icon } from "../../kernel/ui/Icon.tsx";
import type { Command } from "./commands.ts";

interface Props {
  id: string;
  parts: readonly { title: string; commands: readonly Command[] }[];
  active: number;
  onRun: (command: Command) => void;
  onPoint: (at: number) => void;
}

export function PaletteList({ id, parts, active, onRun, onPoint }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  let place = 0;
  return (
    <div
      className="palette-list"
      role="listbox"
      id={`${id}-list`}
      aria-label={t("palette:title")}
      ref={list}
      tabIndex={-1}
    >
      {parts.map(({ title, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not part of a list box
        <div key={title} role="group" aria-label={title}>
          <p className="palette-title" aria-hidden="true">
            {title}
          </p>
          {commands.map((command) => {
            const at = place++;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
              <div
                key={command.id}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                aria-disabled={command.waiting}
                className="palette-option"
                onPointerMove={() => at !== active && onPoint(at)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onRun(command)}
              >
                <Icon paths={command.icon ?? []} />
                <span className="palette-label">{command.label}</span>
                {command.note && <span className="palette-note">{command.note}</span>}
                {command.keys && <kbd>{command.keys}</kbd>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
