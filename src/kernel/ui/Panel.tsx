// A framed part of a page, and the panel that opens at its side.
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";
import { giveFocusBack, openRow } from "./giveFocusBack.ts";
import { cross } from "./icons.ts";
import { InSidePanel } from "./inSidePanel.ts";

interface PanelProps {
  title?: string;
  help?: ReactNode;
  actions?: ReactNode;
  /** No padding, for tables and lists that reach the edges. */
  flush?: boolean;
  children?: ReactNode;
}

/** A framed part of a page with its own heading. */
export function Panel({ title, help, actions, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel ${flush ? "panel-flush" : ""}`} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header className="panel-head">
          <div>
            {title && <h2 id={id}>{title}</h2>}
            {help && <p className="panel-help">{help}</p>}
          </div>
          {actions && <div className="panel-actions">{actions}</div>}
        </header>
      )}
      <div className="panel-body">{children}</div>
    </section>
  );
}

/** Where it stands in the place of the content, its start may be far from where one was reading. */
function bringIntoSight(panel: HTMLElement | null): void {
  const { top = 0 } = panel?.getBoundingClientRect() ?? {};
  if (top < 0 || top > window.innerHeight / 2) panel?.scrollIntoView({ block: "start" });
}

/** As long as the title stands above a panel there is less room for it: it ends where the window does, so that its save is in sight. */
function useRoomBelow(panel: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const { top = 0 } = panel.current?.getBoundingClientRect() ?? {};
      panel.current?.style.setProperty("--panel-start", `${top}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener("scroll", measure);
    };
  }, [panel]);
}

interface SidePanelProps {
  title: string;
  onClose: () => void;
  actions?: ReactNode;
  /** `wide` where things stand side by side in it; the list keeps what is left. */
  width?: "normal" | "wide";
  children?: ReactNode;
}

/** Details beside a list: takes focus when it opens, unless a field of it did; Esc closes it and gives focus back. Pass it as a page's `side`. */
export function SidePanel({ title, onClose, actions, width = "normal", children }: SidePanelProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  // Looked at before anything of the panel is there: a field that takes the focus by itself has it when effects run.
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  const row = useRef<string>();
  // A table takes its mark off the row in the same turn in which the panel goes: later it could not be told.
  useLayoutEffect(
    () => () => {
      row.current = openRow();
    },
    [],
  );
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
    bringIntoSight(panel.current);
    return () => giveFocusBack(before, row.current);
  }, [before]);
  useRoomBelow(panel);
  const close = useRef(onClose);
  close.current = onClose;
  // A button that a save takes away takes the focus with it: Esc still means the panel, unless a dialog is over it.
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isLost = event.target === document.body && !document.querySelector('[role="dialog"], dialog[open]');
      if (event.key === "Escape" && !event.defaultPrevented && isLost) close.current();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
  return (
    <aside
      className={`side-panel ${width === "wide" ? "side-panel-wide" : ""}`}
      aria-labelledby={id}
      tabIndex={-1}
      ref={panel}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <header className="side-panel-head">
        <h2 id={id}>{title}</h2>
        <div className="panel-actions">
          {actions}
          <Button tone="quiet" icon={cross} aria-label={t("common:close")} onClick={onClose} />
        </div>
      </header>
      <div className="side-panel-body">
        <InSidePanel.Provider value={true}>{children}</InSidePanel.Provider>
      </div>
    </aside>
  );
}
