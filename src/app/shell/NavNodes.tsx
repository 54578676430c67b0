// Groups as buttons that open and close, entries as links; disabled ones say why.
import { observer } from "mobx-react-lite";
import { type MouseEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { t } from "../../kernel/i18n/setup.ts";
import { BROKEN, entriesOf, type NavEntryView, type NavGroupView, type NavNodeView } from "../../kernel/nav/view.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { Icon } from "../../kernel/ui/Icon.tsx";
import { caretRight, openOutside } from "../../kernel/ui/icons.ts";

const LEGACY_DELAY_MS = 250;
/** Within this time a press on a group that has opened by itself still means to open it. */
const AIMED_MS = 300;

interface NodesProps {
  nodes: readonly NavNodeView[];
  active: string | undefined;
  /** Ids of groups, with spaces between, that are opened with this drawing; a text, so that the same ones are the same value. */
  opening: string;
  /** The reason that a whole group shares, said once at its top. */
  sharedReason?: { key: string; id: string } | undefined;
}

export function NavNodes({ nodes, active, opening, sharedReason }: NodesProps) {
  return (
    <ul className="nav-list">
      {nodes.map((node) => (
        <li key={node.id}>
          {node.kind === "group" ? (
            <NavGroup group={node} active={active} opening={opening} isOuterShared={sharedReason !== undefined} />
          ) : (
            <NavEntry entry={node} isActive={node.id === active} sharedReason={sharedReason} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface GroupProps {
  group: NavGroupView;
  active: string | undefined;
  opening: string;
  isOuterShared: boolean;
}

const NavGroup = observer(function NavGroup({ group, active, opening, isOuterShared }: GroupProps) {
  const { nav, shell } = useRoot();
  const id = useId();
  // What is opened by hand appears softly; what opens with a page is there at once.
  const [isByHand, setByHand] = useState(false);
  const isOpen = (shell.openGroups[group.id] ?? false) || opening.split(" ").includes(group.id);
  const { isOpenedJustNow, openByHand } = useOpening(isOpen);
  const entries = entriesOf(group.children);
  const [first] = entries;
  const isShared =
    first?.reason !== undefined &&
    first.reason !== BROKEN &&
    entries.every((one) => one.state === "disabled" && one.reason === first.reason);
  const shared = isShared && first?.reason ? { key: first.reason, id: `${id}-reason` } : undefined;
  return (
    <>
      <button
        type="button"
        className="nav-item nav-group"
        data-nav-item=""
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          if (isOpen && isOpenedJustNow()) return;
          setByHand(true);
          openByHand();
          shell.setGroupOpen(group.id, !isOpen);
        }}
      >
        <Icon paths={nav.iconPaths(group.icon)} className="nav-icon" />
        <span className="nav-text">{t(group.label)}</span>
        <Icon paths={caretRight} size={12} className="nav-caret" />
      </button>
      <div className={`nav-children ${isByHand ? "nav-children-appear" : ""}`} id={id} hidden={!isOpen}>
        {isOpen && shared && (
          <p className={isOuterShared ? "sr-only" : "nav-shared-reason"} id={shared.id}>
            {t(shared.key)}
          </p>
        )}
        {isOpen && <NavNodes nodes={group.children} active={active} opening={opening} sharedReason={shared} />}
      </div>
    </>
  );
});

/** Tells a group that opened by itself a moment ago from one that was opened by a press. */
function useOpening(isOpen: boolean) {
  const seen = useRef({ isOpen, byHand: false, at: Number.NEGATIVE_INFINITY });
  useLayoutEffect(() => {
    const { current } = seen;
    if (isOpen && !current.isOpen && !current.byHand) current.at = performance.now();
    Object.assign(current, { isOpen, byHand: false });
  }, [isOpen]);
  return {
    isOpenedJustNow: () => performance.now() - seen.current.at < AIMED_MS,
    openByHand: () => {
      seen.current.byHand = true;
    },
  };
}

interface EntryProps {
  entry: NavEntryView;
  isActive: boolean;
  sharedReason: { key: string; id: string } | undefined;
}

const NavEntry = observer(function NavEntry({ entry, isActive, sharedReason }: EntryProps) {
  const { nav } = useRoot();
  const id = useId();
  const text = entry.text ?? t(entry.label);
  if (entry.state === "waiting") {
    return (
      <span className="nav-item nav-waiting" aria-busy="true">
        <span className="skeleton-line" />
        <span className="sr-only">{text}</span>
      </span>
    );
  }
  const inside = (
    <>
      <Icon paths={nav.iconPaths(entry.icon)} className="nav-icon" />
      <span className="nav-text" title={text.length > 24 ? text : undefined}>
        {text}
      </span>
      {entry.target && entry.target.kind !== "route" && <Icon paths={openOutside} size={12} className="nav-outside" />}
    </>
  );
  if (entry.state === "disabled" || !entry.target) {
    const isSaidAbove = sharedReason !== undefined && sharedReason.key === entry.reason;
    return (
      <>
        {/* biome-ignore lint/a11y/useSemanticElements: a link that leads nowhere for now has no address */}
        <span
          className={`nav-item nav-entry nav-disabled ${isActive ? "nav-active" : ""}`}
          role="link"
          aria-disabled="true"
          aria-current={isActive ? "page" : undefined}
          tabIndex={0}
          data-nav-item=""
          aria-describedby={isSaidAbove ? sharedReason.id : `${id}-reason`}
        >
          {inside}
        </span>
        {!isSaidAbove && entry.reason && (
          <span className="nav-reason">
            <span id={`${id}-reason`}>{t(entry.reason)}</span>
            {entry.reason === BROKEN && entry.target && (
              // A whole new page: code that has failed once in a page fails there for good.
              <a href={entry.target.href} className="nav-retry" data-nav-item="">
                {t("common:retry")}
                <span className="sr-only">: {text}</span>
              </a>
            )}
          </span>
        )}
      </>
    );
  }
  const common = {
    className: `nav-item nav-entry ${isActive ? "nav-active" : ""}`,
    "data-nav-item": entry.id,
    "aria-current": isActive ? ("page" as const) : undefined,
  };
  if (entry.target.kind !== "route") {
    const isOld = entry.target.kind === "legacy";
    return (
      <a href={entry.target.href} {...common} onClick={isOld ? leaveLater : undefined} rel="noopener">
        {inside}
      </a>
    );
  }
  return (
    <Link to={entry.target.href} {...common}>
      {inside}
    </Link>
  );
});

/** The old dashboard opens after a short delay (specification §9); clicks that open a tab of their own are left alone. */
function leaveLater(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  setTimeout(() => location.assign(href), LEGACY_DELAY_MS);
}
