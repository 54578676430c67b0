// The tabs of a profile: its form, what other areas put beside it, and its history.
import { useRef } from "react";
import { type Part, type TabPart, t, useParts, useSession } from "#web";
import type { ProfileTabProps } from "../contract.ts";

/** Where other areas put their tabs. */
const SLOT = "event-data.profile";

interface Named {
  id: string;
  title: string;
}

/** The tabs that this person sees, in order, and those of other areas with what they draw. */
export function useProfileTabs(): { tabs: readonly Named[]; parts: readonly Part<TabPart<ProfileTabProps>>[] } {
  const session = useSession();
  const parts = useParts<TabPart<ProfileTabProps>>(SLOT).filter(({ part }) => session.isAllowed(part.access) === true);
  const others = parts.map(({ id, part }) => ({ id, title: t(part.title) }));
  const own = (id: "profile" | "history") => ({ id, title: t(`event-data:tab.${id}`) });
  return { tabs: [own("profile"), ...others, own("history")], parts };
}

interface Props {
  tabs: readonly Named[];
  open: string;
  onOpen: (id: string) => void;
}

/** A row of tabs by the ARIA pattern: arrows, Home and End go from one to the next. */
export function Tabs({ tabs, open, onOpen }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const go = (key: string) => {
    const at = tabs.findIndex((one) => one.id === open);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[key];
    if (to === undefined) return;
    const next = tabs[(to + tabs.length) % tabs.length] as Named;
    onOpen(next.id);
    row.current?.querySelectorAll<HTMLElement>("[role=tab]")[(to + tabs.length) % tabs.length]?.focus();
  };
  return (
    <div className="thing-tabs" role="tablist" aria-label={t("event-data:title.profile")} ref={row}>
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`thing-tab-${id.replace("/", "-")}`}
          aria-selected={open === id}
          aria-controls="thing-tab-panel"
          tabIndex={open === id ? 0 : -1}
          onClick={() => onOpen(id)}
          onKeyDown={({ key }) => go(key)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
