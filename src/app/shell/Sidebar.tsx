// The side navigation: logo, app and event, then the groups. Arrow keys move, right and left open and close.
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { problemText } from "../../kernel/api/problem.ts";
import { t } from "../../kernel/i18n/setup.ts";
import { rememberId } from "../../kernel/nav/recent.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Button } from "../../kernel/ui/Button.tsx";
import { refresh } from "../../kernel/ui/icons.ts";
import { readingKey } from "../../kernel/ui/readingKey.ts";
import { Skeleton } from "../../kernel/ui/states.tsx";
import type { RouteHandle } from "../routes.tsx";
import { activeEntryId, groupsAround } from "./activeEntry.ts";
import { NavNodes } from "./NavNodes.tsx";
import { AppPicker, EventPicker } from "./Pickers.tsx";
import { HomeLink } from "./TopBar.tsx";

export const Sidebar = observer(function Sidebar({ close }: { close: () => void }) {
  const { nav, session, shell, env } = useRoot();
  const location = useLocation();
  const [pathname = "", search = ""] = (shell.place ?? `${location.pathname}${location.search}`).split(/(?=\?)/);
  const scroller = useRef<HTMLElement>(null);
  const page = useMatches().at(-1);
  const wanted = page?.params["eventId"];
  // The first drawing waits for the event of the address: its entries come among the others.
  const isComing = !nav.stands && wanted !== undefined && Number(wanted) !== session.eventId;
  const groups = isComing ? undefined : nav.groups;
  // A type stands in two groups: the page belongs to the one that was pressed.
  const [pressed, setPressed] = useState<string>();
  // A page that this person may not open has no entry here, and belongs to none of the others.
  const handle = page?.handle as RouteHandle | undefined;
  const isClosed = handle !== undefined && session.isAllowed(handle.route.access) === false;
  const active = groups && !isClosed ? activeEntryId(groups, pathname, search, pressed) : undefined;
  const userId = session.user?.user_id;
  useEffect(() => {
    if (active) rememberId(env.local, userId, { id: `page:${active}`, kind: "page" });
  }, [env, userId, active]);
  const around = active && groups ? groupsAround(groups, active).join(" ") : "";
  // The groups around the open page are drawn open at once: one that opens after the first paint moves all that are below it.
  // They are handed down, because groups that have just been drawn do not listen to the store before the paint.
  const [kept, setKept] = useState("");
  const opening = around === kept ? "" : around;
  const isDrawn = groups !== undefined;
  useLayoutEffect(() => {
    if (isDrawn) nav.stand();
  }, [isDrawn, nav]);
  useLayoutEffect(() => {
    for (const id of around.split(" ").filter(Boolean)) shell.setGroupOpen(id, true);
    setKept(around);
  }, [around, shell]);
  // Where many groups are open, the entry of a page that an address opened may stand below what is seen of them; and what comes
  // later, such as the types of the event, moves it there, until somebody looks elsewhere.
  const shown = useRef({ active, isLeft: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: groups that have come are other ones
  useLayoutEffect(() => {
    if (shown.current.active !== active) shown.current = { active, isLeft: false };
    if (active && !shown.current.isLeft) bringIntoSight(scroller.current);
  }, [groups, active]);
  const look = () => {
    shown.current.isLeft = true;
  };
  const problem = groups ? (session.loadProblem ?? session.typesProblem) : nav.loading.problem;
  return (
    <nav
      className="sidebar"
      id="side-navigation"
      aria-label={t("common:nav.label")}
      ref={scroller}
      onWheel={look}
      onPointerDown={look}
      onClick={({ target }) => {
        const { navItem } = (target as Element).closest<HTMLElement>(ITEMS)?.dataset ?? {};
        if (navItem) setPressed(navItem);
      }}
      onKeyDown={(event) => {
        look();
        event.key === "Escape" ? close() : moveByKey(event);
      }}
    >
      <div className="sidebar-top">
        <HomeLink />
        <AppPicker />
        <EventPicker />
      </div>
      <div className="sidebar-groups">
        {problem && (
          <div className="sidebar-problem" role={groups ? "status" : "alert"}>
            <p>{t(groups ? "common:nav.missing" : "common:nav.problem")}</p>
            <p>{problemText(problem, t)}</p>
            <Button small icon={refresh} onClick={() => (groups ? session.reload() : nav.load())}>
              {t("common:retry")}
            </Button>
          </div>
        )}
        {groups && <NavNodes nodes={groups} active={active} opening={opening} />}
        {!groups && !problem && <Skeleton rows={10} />}
      </div>
    </nav>
  );
});

/** Only the groups move: what scrolls an element into view would take the page along where the navigation is not shown. */
function bringIntoSight(sidebar: HTMLElement | null): void {
  const groups = sidebar?.querySelector(".sidebar-groups");
  const entry = groups?.querySelector('[aria-current="page"]');
  if (!groups || !entry) return;
  const seen = groups.getBoundingClientRect();
  const { top, bottom, height } = entry.getBoundingClientRect();
  if (top < seen.top || bottom > seen.bottom) groups.scrollTop += top - seen.top - (seen.height - height) / 2;
}

const ITEMS = "[data-nav-item]";

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const item = (event.target as HTMLElement).closest<HTMLElement>(ITEMS);
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
  const isOpen = item.getAttribute("aria-expanded");
  const key = readingKey(event);
  if ((key === "ArrowRight" && isOpen === "false") || (key === "ArrowLeft" && isOpen === "true")) {
    event.preventDefault();
    item.click();
    return;
  }
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.indexOf(item);
  const parent = key === "ArrowLeft" ? item.closest(".nav-children")?.previousElementSibling : undefined;
  const moves: Record<string, Element | null | undefined> = {
    ArrowDown: items[at + 1],
    ArrowUp: items[at - 1],
    Home: items[0],
    End: items.at(-1),
    ArrowLeft: parent,
    ArrowRight: isOpen === "true" ? items[at + 1] : undefined,
  };
  const next = moves[key];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
