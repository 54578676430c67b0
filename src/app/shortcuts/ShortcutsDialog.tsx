// The sheet of shortcuts: what each key does, and the switch for those of one character.
import { useId, useState } from "react";
import { t } from "../../kernel/i18n/setup.ts";
import type { DialogProps } from "../../kernel/plugin/defineWebPlugin.ts";
import { areSingleKeysOn, setSingleKeys } from "../../kernel/store/singleKeys.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Dialog } from "../../kernel/ui/Dialog.tsx";
import { PALETTE_KEYS, printedKeys } from "./printed.ts";

/** Keys by what they do. */
const GROUPS: Readonly<Record<string, readonly (readonly [keys: string, does: string])[]>> = {
  everywhere: [
    [PALETTE_KEYS, "palette"],
    ["?", "sheet"],
    ["/", "search"],
    ["Esc", "close"],
  ],
  navigation: [
    ["↑ ↓", "move"],
    ["→ ←", "openGroup"],
    ["Home End", "ends"],
    ["Enter", "go"],
  ],
  lists: [
    ["↑ ↓ ← →", "cells"],
    ["Enter", "openRow"],
    ["F2", "edit"],
    ["Tab", "editNext"],
    ["Ctrl Z", "undoCell"],
    ["Space", "tick"],
    ["Ctrl C", "copy"],
    ["Alt ↑ ↓", "walk"],
    ["Alt Enter", "origin"],
    ["Shift ← →", "moveColumn"],
    ["Alt ← →", "widenColumn"],
    ["Ctrl Enter", "columnMenu"],
  ],
  grids: [
    ["↑ ↓ ← →", "walkGrid"],
    ["Home End", "endsGrid"],
    ["Enter", "openGrid"],
    ["Space", "changeGrid"],
    ["Shift ↑ ↓ ← →", "markTimes"],
    ["Delete", "defaultRule"],
  ],
};

export function ShortcutsDialog({ close }: DialogProps) {
  const { env } = useRoot();
  const id = useId();
  const [isOn, setOn] = useState(areSingleKeysOn(env.local));
  const change = (on: boolean) => {
    setSingleKeys(env.local, on);
    setOn(on);
  };
  return (
    <Dialog title={t("palette:keys.title")} onClose={close}>
      <div className="shortcuts">
        {Object.entries(GROUPS).map(([group, keys]) => (
          <section key={group}>
            <h3>{t(`palette:keys.${group}`)}</h3>
            <dl>
              {keys.map(([pressed, does]) => (
                <div className="shortcuts-row" key={does}>
                  <dt>{t(`palette:keys.${does}`)}</dt>
                  <dd>
                    {printedKeys(pressed).map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className="field field-check">
          <input id={id} type="checkbox" checked={isOn} onChange={({ target }) => change(target.checked)} />
          <label htmlFor={id}>{t("palette:keys.single")}</label>
          <p className="field-help">{t("palette:keys.singleHelp")}</p>
        </div>
      </div>
    </Dialog>
  );
}
