// What opens something that has an address: a link, so that it can be opened in a tab of its own; a plain click opens it here.
import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { useLocation } from "react-router-dom";
import { isInner } from "./useAddress.ts";

/** Whether a click asks for another tab. */
export function asksForTab({ ctrlKey, metaKey }: Pick<MouseEvent, "ctrlKey" | "metaKey">) {
  return ctrlKey || metaKey;
}

type Change = Record<string, string | number | undefined>;

/**
 * The address of the page as it would be with other values in its query; undefined takes one away.
 * @example
 * <DataGrid hrefOf={({ id }) => hrefWith({ open: id })} …/>
 */
export function useHrefWith(): (change: Change) => string {
  const { pathname, search } = useLocation();
  return (change) => {
    const query = new URLSearchParams(search);
    // What was looked for in the one that is open is not looked for in another.
    for (const key of [...query.keys()]) if (isInner(key)) query.delete(key);
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined) query.delete(key);
      else query.set(key, String(value));
    }
    return `${pathname}?${query}`;
  };
}

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  onOpen: () => void;
}

/** A link whose plain click is an act of the page. */
export function OpenLink({ href, onOpen, ...rest }: Props) {
  const open = (event: MouseEvent) => {
    if (asksForTab(event) || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return <a {...rest} href={href} draggable={false} onClick={open} />;
}
