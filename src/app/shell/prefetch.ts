// Whoever points at a link, or reaches it by keyboard, is about to go there: the code of its screen comes meanwhile.
import { matchPath } from "react-router-dom";
import type { Root } from "../../kernel/store/root.ts";
import { MAIN_ROUTE } from "../mainRoute.ts";
import { prefetchScreen } from "../screens.ts";

/** Brings the code of the screen at a path, where there is one that this person may open. */
export function prefetchPath({ registry, session }: Pick<Root, "registry" | "session">, path: string): void {
  const pathname = path.replace(/[?#].*$/, "");
  // A bare address of an area leads to its first page.
  const redirects = registry.manifests.flatMap((manifest) => manifest.redirects ?? []);
  const to = redirects.find(({ from }) => matchPath(from, pathname))?.to;
  const route = [MAIN_ROUTE, ...registry.routes].find((one) => one.id === to || matchPath(one.path, pathname));
  if (route && session.isAllowed(route.access) !== false) prefetchScreen(route);
}

/** Listens to all links of the page; answers how to stop. */
export function prefetchLinks(root: Pick<Root, "registry" | "session">): () => void {
  let last: Element | undefined;
  const hear = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!link || link === last) return;
    last = link;
    // A link in a picture does not know the parts of its address.
    const { origin, pathname } =
      link instanceof HTMLAnchorElement ? link : new URL(link.getAttribute("href") ?? "", document.baseURI);
    if (origin === location.origin && !link.hasAttribute("download")) prefetchPath(root, pathname);
  };
  document.addEventListener("pointerover", hear, { passive: true });
  document.addEventListener("focusin", hear);
  return () => {
    document.removeEventListener("pointerover", hear);
    document.removeEventListener("focusin", hear);
  };
}
