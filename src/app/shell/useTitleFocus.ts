// After a navigation the focus goes to the new screen's heading, so that a screen reader says where one is.
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

export function useTitleFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (lost) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [pathname]);
}
