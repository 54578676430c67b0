// The one bar of a full-screen area: the way back to the event, the area's title, its sibling pages.
import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { t } from "../../kernel/i18n/setup.ts";
import type { RegisteredRoute } from "../../kernel/plugin/registry.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Icon } from "../../kernel/ui/Icon.tsx";
import { arrowLeft } from "../../kernel/ui/icons.ts";

export const SlimBar = observer(function SlimBar({ route }: { route: RegisteredRoute }) {
  const { session, registry } = useRoot();
  const { event, eventId } = session;
  const pages = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // The bar scrolls where it is narrow; the page that is open is never out of sight.
  useEffect(() => {
    const open = pathname && pages.current?.querySelector('[aria-current="page"]');
    if (open) open.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  const siblings = registry.routes.filter(
    (one) => one.area === route.area && !/[:*]/.test(one.path) && session.isAllowed(one.access) === true,
  );
  const back = eventId ? `/event-details/${eventId}/setup` : "/event-home";
  return (
    <header className="slim-bar">
      <Link to={back} className="slim-bar-back">
        <Icon paths={arrowLeft} />
        <span>{event ? event.name : session.app?.name}</span>
      </Link>
      <nav ref={pages} className="slim-bar-pages" aria-label={t(route.title)}>
        {siblings.map((one) => (
          <NavLink key={one.id} to={one.path} end>
            {t(one.title)}
          </NavLink>
        ))}
      </nav>
    </header>
  );
});
