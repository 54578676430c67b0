// Whether a screen may be drawn: log-in, the event of the address, and the one judge. Past it the server checks again.
import { observer } from "mobx-react-lite";
import { type ComponentType, useEffect, useState } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { t } from "../kernel/i18n/setup.ts";
import type { RegisteredRoute } from "../kernel/plugin/registry.ts";
import { useRoot, useSession } from "../kernel/store/useStore.ts";
import { NoPermission, NotOnPlan, PlannedScreen, ProblemView, Skeleton } from "../kernel/ui/states.tsx";
import { bringScreen, forgetReload, isChunkError, readyScreen, reloadOnce } from "./screens.ts";
import { rememberWanted } from "./wanted.ts";

export const Guard = observer(function Guard({ route }: { route: RegisteredRoute }) {
  const session = useSession();
  const { env } = useRoot();
  const location = useLocation();
  const event = useEventOfAddress(route);
  if (session.status === "starting") return <Skeleton kind="page" />;
  if (session.status === "unreachable" && session.startProblem) {
    return <ProblemView problem={session.startProblem} retry={() => void session.start(undefined)} />;
  }
  if (session.status === "anonymous") {
    if (route.public) return <Screen route={route} />;
    if (!session.leftOnPurpose) {
      rememberWanted(env.tab, `${location.pathname}${location.search}${location.hash}`, session.lastUserId);
    }
    return <Navigate to="/login" replace />;
  }
  if (route.public) return <Screen route={route} />;
  if (event === "refused") {
    return (
      <NoPermission title={t(route.title)} access={route.access}>
        <p>{t("common:noPermission.event")}</p>
      </NoPermission>
    );
  }
  const allowed = session.isAllowed(route.access);
  if (allowed === false) {
    const title = t(route.title);
    if (session.isMissingFeature(route.access)) return <NotOnPlan title={title} />;
    return <NoPermission title={title} access={route.access} />;
  }
  if (session.loadProblem && (allowed === undefined || event === "waiting")) {
    return <ProblemView problem={session.loadProblem} retry={() => void session.reload()} />;
  }
  if (allowed === undefined || event === "waiting") return <Skeleton kind="page" />;
  return <Screen route={route} />;
});

/**
 * The event that the address names becomes the selected one, once for each address: another choice made on the page is
 * not taken back. `refused` when the person may not see it.
 */
function useEventOfAddress(route: RegisteredRoute): "open" | "waiting" | "refused" {
  const session = useSession();
  const { eventId } = useParams();
  const [settled, setSettled] = useState<{ key: string; as: "open" | "refused" }>();
  const wanted = route.public || eventId === undefined ? undefined : Number(eventId);
  const key = `${session.appId}/${eventId}`;
  const canAsk = session.events !== undefined && !session.switching.busy;
  useEffect(() => {
    if (wanted === undefined || !canAsk) return;
    if (!Number.isInteger(wanted) || wanted < 1) return setSettled({ key, as: "refused" });
    let isCurrent = true;
    void session.openEvent(wanted).then((isOpen) => isCurrent && setSettled({ key, as: isOpen ? "open" : "refused" }));
    return () => {
      isCurrent = false;
    };
  }, [wanted, canAsk, key, session]);
  if (wanted === undefined || (session.eventId === wanted && session.event !== undefined)) return "open";
  return settled?.key === key ? settled.as : "waiting";
}

/** Draws the screen once its code is here. */
function Screen({ route }: { route: RegisteredRoute }) {
  const { env, session } = useRoot();
  const [brought, setBrought] = useState<{ of: RegisteredRoute; screen?: ComponentType; error?: unknown }>();
  const ready = route.load ? readyScreen(route) : undefined;
  useEffect(() => {
    if (ready || !route.load) return;
    let isCurrent = true;
    bringScreen(route).then(
      (screen) => {
        forgetReload(route.id, env.tab);
        if (isCurrent) setBrought({ of: route, screen });
      },
      (error: unknown) => {
        console.error(error);
        if (isChunkError(error) && reloadOnce(route.id, env.tab, () => location.reload())) return;
        if (isCurrent) setBrought({ of: route, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [route, ready, env]);
  if (!route.load) return <PlannedScreen title={t(route.title)} />;
  const arrived = brought?.of === route ? brought : undefined;
  if (arrived?.error) throw arrived.error;
  const Drawn = ready ?? arrived?.screen;
  return Drawn ? <Drawn key={`${session.appId}`} /> : <Skeleton kind="page" />;
}
