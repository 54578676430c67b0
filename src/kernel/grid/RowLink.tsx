// What names a row, as a link to its address: for a tab of its own. A plain click opens it beside the list.
import type { FocusEvent, MouseEvent, ReactNode } from "react";
import { asksForTab } from "../ui/OpenLink.tsx";

/** The keyboard has the cell around it: Enter opens the row from there. */
export function RowLink({ href, children }: { href: string; children?: ReactNode }) {
  return (
    <a className="list-link" href={href} tabIndex={-1} draggable={false} onClick={leaveToList} onFocus={leaveToCell}>
      {children}
    </a>
  );
}

function leaveToList(event: MouseEvent): void {
  if (!asksForTab(event)) event.preventDefault();
}

function leaveToCell({ currentTarget }: FocusEvent): void {
  currentTarget.closest<HTMLElement>(".ag-cell")?.focus({ preventScroll: true });
}
