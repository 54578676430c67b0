// The command palette: one field, one list. The dialog element keeps the focus inside and gives it back.
import { computed } from "mobx";
import { observer } from "mobx-react-lite";
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { t } from "../../kernel/i18n/setup.ts";
import { recentIds, rememberId } from "../../kernel/nav/recent.ts";
import type { DialogProps } from "../../kernel/plugin/defineWebPlugin.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Icon } from "../../kernel/ui/Icon.tsx";
import { search } from "../../kernel/ui/icons.ts";
import { prefetchPath } from "../shell/prefetch.ts";
import { ENTER } from "../shell/TypeAhead.tsx";
import type { Command } from "./commands.ts";
import { PaletteList } from "./PaletteList.tsx";
import { isMeant, sections, withFound } from "./rank.ts";
import { allEvents, commandsOf, isHere } from "./sources.ts";
import { type FoundSection, useFound } from "./useFound.ts";
import { useRecalled } from "./useRecalled.ts";

const WORDS = 200;

export const PaletteDialog = observer(function PaletteDialog({ close, part: ahead = "" }: DialogProps) {
  const root = useRoot();
  const { env, session } = root;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState(ahead.replace(ENTER, ""));
  const [active, setActive] = useState<{ at: number; id?: string | undefined }>({ at: 0 });
  const words = useDeferredValue(typed);
  // Gathered once, and again when something that they come from changes; not with each key.
  const [gathered] = useState(() => computed(() => commandsOf(root)));
  const commands = gathered.get();
  // Where somebody is they need not be taken.
  const [recent] = useState(() => recentIds(env.local, session.user?.user_id).filter((id) => !isHere(root, id)));
  const { found, busy, failed } = useFound(words);
  const recalled = useRecalled(recent);
  const own = useMemo(() => {
    return sections(words.trim() === "" ? [...commands, ...recalled] : commands, words, recent);
  }, [commands, recalled, words, recent]);
  const ownParts = own.map(({ kind, commands, more }) => ({
    title: t(`palette:section.${kind}`),
    commands: more && kind === "event" ? [...commands, ...allEvents(root, words)] : commands,
  }));
  const parts = withFound<FoundSection>(ownParts, found, isMeant(own, words));
  const flat = parts.flatMap((part) => part.commands);
  // What somebody has gone to stays the one, wherever it stands once more has been found.
  const gone = active.id === undefined ? -1 : flat.findIndex(({ id }) => id === active.id);
  const at = gone >= 0 ? gone : Math.min(active.at, flat.length - 1);
  const path = flat[at]?.path;
  useEffect(() => {
    if (path !== undefined) prefetchPath(root, path);
  }, [root, path]);
  const point = (next: number) => setActive({ at: next, id: flat[next]?.id });
  // What is listed answers words that were typed before.
  const isBehind = busy || words !== typed;
  const isWanted = useRef(false);

  // Before the next key is heard: the field that was typed into until now has gone.
  useLayoutEffect(() => {
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
    if (!isBehind || active.at > 0) return run(flat[at]);
    const listed = sections(commands, typed, recent);
    isWanted.current = !isMeant(listed, typed) || listed.length === 0;
    if (!isWanted.current) run(listed[0]?.commands[0]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it comes
  useEffect(() => {
    if (ahead.endsWith(ENTER)) enter();
  }, []);
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
    point(next);
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
              setActive({ at: 0 });
              isWanted.current = false;
            }}
            onKeyDown={onKeyDown}
          />
          <kbd>Esc</kbd>
        </div>
        <PaletteList id={id} parts={parts} active={at} onRun={run} onPoint={point} />
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
