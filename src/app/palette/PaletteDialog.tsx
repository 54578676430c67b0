// The command palette: one field, one list. The dialog element keeps the focus inside and gives it back.
import { computed } from "mobx";
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { t } from "../../kernel/i18n/setup.ts";
import type { DialogProps } from "../../kernel/plugin/defineWebPlugin.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Icon } from "../../kernel/ui/Icon.tsx";
import { search } from "../../kernel/ui/icons.ts";
import type { Command } from "./commands.ts";
import { PaletteList } from "./PaletteList.tsx";
import { sections } from "./rank.ts";
import { recentIds, rememberId } from "./recent.ts";
import { commandsOf } from "./sources.ts";
import { useFound } from "./useFound.ts";
import { useRecalled } from "./useRecalled.ts";

const WORDS = 200;

export const PaletteDialog = observer(function PaletteDialog({ close }: DialogProps) {
  const root = useRoot();
  const { env, session } = root;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const words = useDeferredValue(typed);
  // Gathered once, and again when something that they come from changes; not with each key.
  const [gathered] = useState(() => computed(() => commandsOf(root)));
  const commands = gathered.get();
  const recent = useMemo(() => recentIds(env.local, session.user?.user_id), [env, session.user]);
  const { found, busy, failed } = useFound(words);
  const recalled = useRecalled(recent);
  const own = useMemo(() => {
    return sections(words.trim() === "" ? [...commands, ...recalled] : commands, words, recent);
  }, [commands, recalled, words, recent]);
  const parts = [...own.map(({ kind, commands }) => ({ title: t(`palette:section.${kind}`), commands })), ...found];
  const flat = parts.flatMap((part) => part.commands);
  const at = Math.min(active, flat.length - 1);
  // What is listed answers words that were typed before.
  const isBehind = busy || words !== typed;
  const isWanted = useRef(false);

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  const run = (command: Command | undefined) => {
    if (!command || command.waiting) return;
    rememberId(env.local, session.user?.user_id, command);
    dialog.current?.close();
    close();
    command.run();
  };
  // Whoever types fast and presses Enter means what was typed, not what still stands there.
  const enter = () => {
    if (!isBehind || active > 0) return run(flat[at]);
    const [first] = sections(commands, typed, recent).flatMap((part) => part.commands);
    isWanted.current = first === undefined;
    run(first);
  };
  useEffect(() => {
    if (!isWanted.current || isBehind) return;
    isWanted.current = false;
    run(flat[0]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      return enter();
    }
    const next = nextPlace(event, at, flat.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette closes it; the keyboard has Esc
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t("palette:title")}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="palette-box">
        <div className="palette-field">
          <Icon paths={search} />
          <input
            role="combobox"
            aria-label={t("palette:title")}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
            placeholder={t(session.eventId ? "palette:placeholder" : "palette:placeholderNoEvent")}
            autoComplete="off"
            spellCheck={false}
            maxLength={WORDS}
            autoFocus
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setActive(0);
              isWanted.current = false;
            }}
            onKeyDown={onKeyDown}
          />
          <kbd>Esc</kbd>
        </div>
        <PaletteList id={id} parts={parts} active={at} onRun={run} onPoint={setActive} />
        {flat.length === 0 && !busy && !failed && <p className="palette-none">{t("palette:none", { words: typed })}</p>}
        {failed && !busy && <p className="palette-failed">{t("palette:failed")}</p>}
        {busy && <p className="palette-busy">{t("palette:searching")}</p>}
        <span className="sr-only" role="status">
          {typed && !busy && t("palette:results", { count: flat.length })} {failed && !busy && t("palette:failed")}
        </span>
      </div>
    </dialog>
  );
});

function nextPlace({ key, ctrlKey }: KeyboardEvent, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown" || (ctrlKey && key === "n")) return (at + 1) % count;
  if (key === "ArrowUp" || (ctrlKey && key === "p")) return (at - 1 + count) % count;
  if (key === "PageDown") return Math.min(count - 1, at + 8);
  if (key === "PageUp") return Math.max(0, at - 8);
  return undefined;
}
