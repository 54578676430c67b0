// The anatomy of every page: title, one line of help, one primary action, filters, content, side panel.
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";
import { Icon } from "./Icon.tsx";
import { arrowLeft } from "./icons.ts";

interface Props {
  /** The route's title; it becomes the page's one h1 and the title of the tab. */
  title: string;
  /** The page that this one belongs to, where the way back is not in the navigation. */
  back?: { to: string; name: string };
  /** One line, where the thing is not obvious. */
  help?: ReactNode;
  /** The primary action, at the right; lesser ones stand in a menu before it. */
  actions?: ReactNode;
  filters?: ReactNode;
  /** Opens beside the content and keeps the list in view. */
  side?: ReactNode;
  /** `wide` fills the window and scrolls inside, for grids; `form` is one readable column. */
  width?: "normal" | "wide" | "form";
  children?: ReactNode;
}

/**
 * One page. Every screen is one.
 * @example
 * <Page title={t("title")} actions={<Button tone="primary">…</Button>}>…</Page>
 */
export function Page({ title, back, help, actions, filters, side, width = "normal", children }: Props) {
  useEffect(() => {
    document.title = `${title} · Lanyard`;
  }, [title]);
  return (
    <div className={`page page-${width} ${side ? "page-with-side" : ""}`}>
      <header className="page-head">
        {back && (
          <div className="page-back">
            <Link to={back.to}>
              <Icon paths={arrowLeft} />
              <span>{back.name}</span>
            </Link>
          </div>
        )}
        <div className="page-titles">
          <h1 tabIndex={-1}>{title}</h1>
          {help && <p className="page-help">{help}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {filters && <div className="page-filters">{filters}</div>}
      <div className="page-body">
        <div className="page-content">{children}</div>
        {side}
      </div>
    </div>
  );
}
