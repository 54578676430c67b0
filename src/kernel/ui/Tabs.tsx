// Tabs of a panel or a page by the ARIA pattern: one stop for the tab key, arrows, Home and End go from one to the next.
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

/** One tab. */
export interface Tab<Id extends string = string> {
  id: Id;
  title: ReactNode;
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
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((one) => one.id === open);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    onOpen((tabs[next] as Tab<Id>).id);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id: each, title, mark }) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={tabId(each)}
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
