// The header: what is selected, copy, search, view event, account.
import { observer } from "mobx-react-lite";
import { useId } from "react";
import { Link } from "react-router-dom";
import { publicNetworkingAddress } from "#schemas/networkingPage.ts";
import { t } from "../../kernel/i18n/setup.ts";
import { canViewEvent, identifiersText, NO_EVENT } from "../../kernel/store/ordering.ts";
import { choosing } from "../../kernel/store/selection.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Button } from "../../kernel/ui/Button.tsx";
import { Icon } from "../../kernel/ui/Icon.tsx";
import { copy, menu, openOutside, search } from "../../kernel/ui/icons.ts";
import { PALETTE_KEYS, printed } from "../shortcuts/printed.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { Logo } from "./Logo.tsx";

interface Props {
  hasNav: boolean;
  isNavOpen: boolean;
  toggleNav: () => void;
}

export const TopBar = observer(function TopBar({ hasNav, isNavOpen, toggleNav }: Props) {
  return (
    <header className="top-bar">
      {hasNav ? (
        <Button
          tone="quiet"
          icon={menu}
          className="top-bar-menu"
          aria-label={t("common:nav.toggle")}
          aria-expanded={isNavOpen}
          aria-controls="side-navigation"
          onClick={toggleNav}
        />
      ) : (
        <HomeLink />
      )}
      <Selected />
      <div className="top-bar-actions">
        <SearchButton />
        <ViewEvent />
        <AccountMenu />
      </div>
    </header>
  );
});

/** The product logo returns to the start page and clears the event. */
export function HomeLink() {
  return (
    <Link to="/main" className="home-link" aria-label="Lanyard" state={choosing({ eventId: NO_EVENT })}>
      <Logo />
    </Link>
  );
}

const Selected = observer(function Selected() {
  const { session, notices } = useRoot();
  const { app, event, appId, eventId } = session;
  if (!app || appId === undefined) return <div className="selected" />;
  const text = identifiersText(appId, eventId);
  const write = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notices.success(t("common:copied", { text }));
    } catch {
      notices.error(`${t("common:copyFailed")}: ${text}`);
    }
  };
  return (
    <div className="selected">
      <span className="selected-app" title={app.name}>
        {app.name}
      </span>
      {event && (
        <>
          <span className="selected-slash" aria-hidden="true">
            /
          </span>
          <span className="selected-event" title={event.name}>
            {event.name}
          </span>
        </>
      )}
      <Button
        tone="quiet"
        small
        icon={copy}
        aria-label={t("common:copyIdentifiers")}
        title={text}
        onClick={() => void write()}
      />
    </div>
  );
});

/** Opens the command palette; the keys stand beside the word. */
function SearchButton() {
  const { shell } = useRoot();
  return (
    <Button
      className="search-button"
      icon={search}
      aria-label={t("common:search")}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => shell.openDialog("palette")}
    >
      <span className="search-button-text" data-keys={printed(PALETTE_KEYS)}>
        {t("common:search")}
      </span>
    </Button>
  );
}

/** Without an address of the event app there is nowhere to go: it says so. */
const ViewEvent = observer(function ViewEvent() {
  const { session, env } = useRoot();
  const { event } = session;
  const reason = useId();
  const base = env.settings.publicNetworkingUrl;
  if (!event || !canViewEvent(event)) return null;
  const label = (
    <>
      {t("common:viewEvent")} <Icon paths={openOutside} size={12} />
    </>
  );
  if (base === "") {
    return (
      <>
        <Button aria-disabled="true" aria-describedby={reason} title={t("common:viewEvent.nowhere")}>
          {label}
        </Button>
        <span id={reason} hidden>
          {t("common:viewEvent.nowhere")}
        </span>
      </>
    );
  }
  return (
    <Button onClick={() => window.open(publicNetworkingAddress(base, event), "_blank", "noopener")}>{label}</Button>
  );
});
