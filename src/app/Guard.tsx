// Whether a screen may be drawn: log-in, the event of the address, and the one judge. Past it the server checks again.
import { observer } from "mobx-react-lite";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { Link, Navigate, useLocation, useNavigate, useParams } from "react-router-dom";
import { type ApiProblem, asProblem } from "../kernel/api/problem.ts";
import { t } from "../kernel/i18n/setup.ts";
import type { RegisteredRoute } from "../kernel/plugin/registry.ts";
import { choosing } from "../kernel/store/selection.ts";
import { useRoot, useSession } from "../kernel/store/useStore.ts";
import { NoPermission, NotOnPlan, PlannedScreen, ProblemView, Skeleton } from "../kernel/ui/states.tsx";
import { appIn, withoutApp } from "./appIn.ts";
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
  const named = appIn(location.search);
  if (named !== undefined && event === "none" && !session.apps.some((app) => app.id === named)) {
    return <OtherApp title={t(route.title)} />;
  }
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

/** The address is of a page of an app that is none of this person's. */
function OtherApp({ title }: { title: string }) {
  const { app } = useSession();
  const { pathname, search, hash } = useLocation();
  return (
    <NoPermission title={title}>
      <p>{t("common:noPermission.app")}</p>
      {app && (
        <p>
          <Link to={`${pathname}${withoutApp(search)}${hash}`}>
            {t("common:noPermission.ownApp", { app: app.name })}
          </Link>
        </p>
      )}
    </NoPermission>
  );
}

interface Settled {
  key: string;
  /** `none`: the address names no event. */
  event: "none" | "open" | "waiting" | "refused";
  problem?: ApiProblem;
}

/**
 * The event that the address names becomes the selected one, once for each address: another choice made on the page is
 * not taken back. One of another of the person's apps takes them there. `refused` when the person may not see it; with a problem when that could not be asked.
 */
function useEventOfAddress(route: RegisteredRoute) {
  const session = useSession();
  const { notices } = useRoot();
  const { eventId } = useParams();
  // What changes in the query alone is no other address.
  const current = useLocation();
  const location = useRef(current);
  location.current = current;
  const navigate = useNavigate();
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
    const open = async () => {
      if (await session.openEvent(wanted, () => isCurrent)) return settle({ event: "open" });
      const appId = isCurrent ? await session.appOfEvent(wanted) : undefined;
      if (appId === undefined) return settle({ event: "refused" });
      if (!isCurrent) return;
      const app = session.apps.find((one) => one.id === appId);
      notices.info(t("common:app.entered", { app: app?.name }));
      navigate(location.current, { replace: true, state: choosing({ appId, eventId: wanted }) });
    };
    open().catch((error: unknown) => settle({ event: "waiting", problem: asProblem(error) }));
    return () => {
      isCurrent = false;
    };
  }, [wanted, canAsk, key, session, notices, navigate]);
  const isOpen = wanted === undefined || (session.eventId === wanted && session.event !== undefined);
  const found: Settled = isOpen
    ? { key, event: wanted === undefined ? "none" : "open" }
    : settled?.key === key
      ? settled
      : { key, event: "waiting" };
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
