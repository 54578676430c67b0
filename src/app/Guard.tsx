// Whether a screen may be drawn: log-in, the event of the address, and the one judge. Past it the server checks again.
import { observer } from "mobx-react-lite";
import { type ComponentType, useEffect, useState } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { type ApiProblem, asProblem } from "../kernel/api/problem.ts";
import { t } from "../kernel/i18n/setup.ts";
import type { RegisteredRoute } from "../kernel/plugin/registry.ts";
import { useRoot, useSession } from "../kernel/store/useStore.ts";
import { NoPermission, NotOnPlan, PlannedScreen, ProblemView, Skeleton } from "../kernel/ui/states.tsx";
import { otpOf, withoutOtp } from "./otp.ts";
import { bringScreen, forgetReload, isChunkError, readyScreen, reloadOnce } from "./screens.ts";
import { rememberWanted } from "./wanted.ts";

export const Guard = observer(function Guard({ route }: { route: RegisteredRoute }) {
  const session = useSession();
  const { env } = useRoot();
  const location = useLocation();
  const { event, problem, retry } = useEventOfAddress(route);
  if (session.status === "starting") return <Skeleton kind="page" />;
  if (session.status === "unreachable" && session.startProblem) {
    return <ProblemView problem={session.startProblem} retry={() => void session.start(otpOf(location.search))} />;
  }
  if (session.status === "anonymous") {
    if (route.public) return <Screen route={route} />;
    if (!session.leftOnPurpose) {
      rememberWanted(env.tab, withoutOtp(location), session.lastUserId);
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
  if (problem) return <ProblemView problem={problem} retry={retry} />;
  if (allowed === undefined || event === "waiting") return <Skeleton kind="page" />;
  return <Screen route={route} />;
});

interface Settled {
  key: string;
  event: "open" | "waiting" | "refused";
  problem?: ApiProblem;
}

/**
 * The event that the address names becomes the selected one, once for each address: another choice made on the page is
 * not taken back. `refused` when the person may not see it; with a problem when that could not be asked.
 */
function useEventOfAddress(route: RegisteredRoute) {
  const session = useSession();
  const { eventId } = useParams();
  const [settled, setSettled] = useState<Settled>();
  const [tries, setTries] = useState(0);
  // A page that is open to everybody selects it for whoever is logged in.
  const isOpenToAll = route.public && !session.isAuthenticated;
  const wanted = isOpenToAll || eventId === undefined ? undefined : Number(eventId);
  const key = `${session.appId}/${eventId}/${tries}`;
  const canAsk = session.events !== undefined && !session.switching.busy;
  useEffect(() => {
    if (wanted === undefined || !canAsk) return;
    if (!Number.isInteger(wanted) || wanted < 1) return setSettled({ key, event: "refused" });
    let isCurrent = true;
    const settle = (as: Omit<Settled, "key">) => isCurrent && setSettled({ key, ...as });
    session
      .openEvent(wanted, () => isCurrent)
      .then(
        (isOpen) => settle({ event: isOpen ? "open" : "refused" }),
        (error: unknown) => settle({ event: "waiting", problem: asProblem(error) }),
      );
    return () => {
      isCurrent = false;
    };
  }, [wanted, canAsk, key, session]);
  const isOpen = wanted === undefined || (session.eventId === wanted && session.event !== undefined);
  const found: Settled = isOpen ? { key, event: "open" } : settled?.key === key ? settled : { key, event: "waiting" };
  return { ...found, retry: () => setTries(tries + 1) };
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
