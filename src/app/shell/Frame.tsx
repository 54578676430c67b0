// The frame after log-in: header and side navigation, a header alone, or one slim bar, by the route's screen mode.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import type { ScreenMode } from "#schemas/manifest.ts";
import type { RegisteredRoute } from "../../kernel/plugin/registry.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { loadStyles } from "../../kernel/ui/loadStyles.ts";
import { keepLastFrame } from "../lastFrame/keep.ts";
import { useShortcuts } from "../shortcuts/useShortcuts.ts";
import blueprint from "./blueprint.css?url";
import { Dialogs } from "./Dialogs.tsx";
import frame from "./frame.css?url";
import { prefetchLinks } from "./prefetch.ts";
import { Sidebar } from "./Sidebar.tsx";
import { SlimBar } from "./SlimBar.tsx";
import { TopBar } from "./TopBar.tsx";
import { tellWholeTexts } from "./wholeTexts.ts";

/** The frame is drawn once its styles are here. */
export const stylesReady = Promise.all([loadStyles(blueprint), loadStyles(frame)]);

interface Props {
  route: RegisteredRoute | undefined;
  mode: ScreenMode;
}

export const Frame = observer(function Frame({ route, mode }: Props) {
  const [isNavOpen, setNavOpen] = useState(false);
  const { pathname } = useLocation();
  const root = useRoot();
  useShortcuts();
  useEffect(() => (mode === "normal" ? keepLastFrame(root) : undefined), [root, mode]);
  useEffect(tellWholeTexts, []);
  useEffect(() => prefetchLinks(root), [root]);
  // A narrow window's navigation closes when one arrives, and the focus in it goes on to the title of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not when it opens
  useEffect(() => {
    const focused = document.activeElement as HTMLElement | null;
    if (isNavOpen && focused?.closest("#side-navigation")) focused.blur();
    setNavOpen(false);
  }, [pathname]);
  const close = () => {
    if (isNavOpen) document.querySelector<HTMLElement>(".top-bar-menu")?.focus();
    setNavOpen(false);
  };
  return (
    <div className={`frame frame-${mode} ${isNavOpen ? "frame-nav-open" : ""}`}>
      {mode === "full" && route && <SlimBar route={route} />}
      {mode !== "full" && (
        <TopBar hasNav={mode === "normal"} isNavOpen={isNavOpen} toggleNav={() => setNavOpen(!isNavOpen)} />
      )}
      {mode === "normal" && <Sidebar close={close} />}
      <main id="main" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Dialogs />
    </div>
  );
});
