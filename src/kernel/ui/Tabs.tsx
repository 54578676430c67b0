// Tabs of a panel or a page by the ARIA pattern: one stop for the tab key, arrows, Home and End go from one to the next. They stand in
// one row. Where it is too narrow the row is scrolled, the open tab is always in sight, and a menu beside it names the others.
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { t } from "../i18n/setup.ts";
import { MenuButton } from "./MenuButton.tsx";
import { readingKey } from "./readingKey.ts";
import { useOutOfSight } from "./useOutOfSight.ts";

/** One tab. */
export interface Tab<Id extends string = string> {
  id: Id;
  title: string;
  /** Stands behind the title, as a count does. */
  mark?: ReactNode;
}

interface Props<Id extends string> {
  /** What the tabs are of, for those who do not see it. */
  label: string;
  tabs: readonly Tab<Id>[];
  open: Id;
  onOpen: (id: Id) => void;
  /** What the open tab shows. Without it, whoever draws that names it with the role `tabpanel`. */
  children?: ReactNode;
}

export function Tabs<Id extends string>({ label, tabs, open, onOpen, children }: Props<Id>) {
  const id = useId();
  const tabId = (each: string) => `${id}-${each}`;
  const { row, hidden, cut } = useOutOfSight(
    open,
    tabs.map((one) => one.id),
  );
  const move = (event: KeyboardEvent<HTMLElement>) => {
    // The one that has the focus: what was opened last may still be on its way.
    const at = tabs.findIndex((one) => tabId(one.id) === (event.target as HTMLElement).id);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[readingKey(event)];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    onOpen((tabs[next] as Tab<Id>).id);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  /** The menu gives the focus back to its button first. */
  const openByMenu = (each: Id) => {
    onOpen(each);
    requestAnimationFrame(() => document.getElementById(tabId(each))?.focus());
  };
  return (
    <>
      <div className="tabs">
        <div
          className="tabs-row"
          role="tablist"
          aria-label={label}
          data-cut={cut || undefined}
          ref={row}
          onKeyDown={move}
        >
          {tabs.map(({ id: each, title, mark }) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={tabId(each)}
              data-tab={each}
              aria-selected={each === open}
              aria-controls={children === undefined ? undefined : `${id}-panel`}
              tabIndex={each === open ? 0 : -1}
              onClick={() => onOpen(each)}
            >
              {title}
              {mark}
            </button>
          ))}
        </div>
        {hidden.length > 0 && (
          <MenuButton
            className="tabs-more"
            small
            tone="quiet"
            name={t("common:tabs.more")}
            aria-label={t("common:tabs.more")}
            entries={tabs
              .filter((one) => hidden.includes(one.id))
              .map(({ id: each, title }) => ({ key: each, text: title, onSelect: () => openByMenu(each) }))}
          >
            {t("common:tabs.rest")}
          </MenuButton>
        )}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(open)}>
          {children}
        </div>
      )}
    </>
  );
}

/** What one tab shows, kept behind the others once it has been opened: what was typed there is not lost. */
export function KeptTab({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened && <div hidden={!isOpen}>{children}</div>;
}
