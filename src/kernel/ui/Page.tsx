// The anatomy of every page: title, one line of help, one primary action, filters, content, side panel.
import { type ReactNode, useEffect } from "react";

interface Props {
  /** The route's title; it becomes the page's one h1 and the title of the tab. */
  title: string;
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
export function Page({ title, help, actions, filters, side, width = "normal", children }: Props) {
  useEffect(() => {
    document.title = `${title} · Lanyard`;
  }, [title]);
  return (
    <div className={`page page-${width} ${side ? "page-with-side" : ""}`}>
      <header className="page-head">
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
