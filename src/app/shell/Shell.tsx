// What stands around every screen. The frame itself (header, navigation) is code of its own that arrives after log-in.
import { observer } from "mobx-react-lite";
import { type ComponentType, type MouseEvent, useEffect, useState } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from "react-router-dom";
import { t } from "../../kernel/i18n/setup.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { prepareLayers } from "../../kernel/ui/bringLayers.ts";
import { whenIdle } from "../../kernel/ui/whenIdle.ts";
import type { RouteHandle } from "../routes.tsx";
import { isChunkError, reloadOnce } from "../screens.ts";
import { Loader } from "./Loader.tsx";
import { useScrollReturn } from "./useScrollReturn.ts";
import { useTitleFocus } from "./useTitleFocus.ts";

export const Shell = observer(function Shell() {
  const { session, shell } = useRoot();
  const matches = useMatches();
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const handle = matches.map((match) => match.handle as RouteHandle | undefined).findLast((one) => one?.route);
  const mode = handle?.route.screenMode ?? "normal";
  const isFramed = session.isAuthenticated && pathname !== "/login" && !(handle?.route.public && mode === "full");
  useTitleFocus();
  useScrollReturn();
  const isLoading =
    navigation.state === "loading" || session.switching.busy || shell.loads > 0 || session.status === "starting";
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place in the page, only without a step in the history */}
      <a className="skip-link" href="#main" onClick={skip}>
        {t("common:skip")}
      </a>
      {isLoading && <Loader isCovering={session.switching.busy || shell.loads > 0} />}
      {isFramed ? <LazyFrame route={handle?.route} mode={mode} /> : <Bare isLogin={pathname === "/login"} />}
      <ScrollRestoration />
    </>
  );
});

/** Not by the address: a step in the history that the router has not made is one back from which it asks nobody. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.focus();
  main?.scrollIntoView();
}

/** Without a frame: the log-in page brings its own landmark. */
function Bare({ isLogin }: { isLogin: boolean }) {
  if (isLogin) return <Outlet />;
  return (
    <main id="main" className="bare" tabIndex={-1}>
      <Outlet />
    </main>
  );
}

type FrameProps = Parameters<typeof import("./Frame.tsx")["Frame"]>[0];

let framePart: ComponentType<FrameProps> | undefined;

/** Brings the frame with its styles, and keeps it. */
export async function bringFrame(): Promise<ComponentType<FrameProps>> {
  const { Frame, stylesReady } = await import("./Frame.tsx");
  await stylesReady;
  framePart = Frame;
  return Frame;
}

/** The frame, once it is here; the space it will take is drawn until then, so that nothing jumps. */
function LazyFrame(props: FrameProps) {
  const { env } = useRoot();
  const [frame, setFrame] = useState(framePart && { Part: framePart });
  const [error, setError] = useState<unknown>();
  useEffect(() => whenIdle(prepareLayers), []);
  useEffect(() => {
    if (frame) return;
    bringFrame().then(
      (Part) => setFrame({ Part }),
      (failure: unknown) => {
        console.error(failure);
        if (isChunkError(failure) && reloadOnce("frame", env.tab, () => location.reload())) return;
        setError(failure);
      },
    );
  }, [frame, env]);
  if (error) throw error;
  if (frame) return <frame.Part {...props} />;
  return <div className={`frame frame-${props.mode} frame-coming`} aria-busy="true" />;
}
