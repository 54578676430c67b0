// The log-in page inside the application: after log-out, a session's end, or an address that needs a person.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { t } from "../../kernel/i18n/setup.ts";
import { answerIn, journeyOf } from "../../kernel/store/journey.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { ProblemView, Skeleton } from "../../kernel/ui/states.tsx";
import { otpOf } from "../otp.ts";
import { hasWanted, takeWanted } from "../wanted.ts";
import { LoginPage } from "./LoginPage.tsx";
import { loginClient } from "./loginClient.ts";

/** Where an administrator's test of single sign-on ends. */
const TEST_PAGE = "/app-settings/app-configuration";

export const LoginScreen = observer(function LoginScreen() {
  const { session, env } = useRoot();
  const { search } = useLocation();
  const [target, setTarget] = useState<string>();
  const [returned] = useState(() => answerIn(search));
  const user = session.isAuthenticated ? session.user : undefined;
  const isTest = returned && journeyOf(env.tab)?.kind === "test";
  useEffect(() => {
    if (user) setTarget(takeWanted(env.tab, user.user_id) ?? "/main");
  }, [user, env]);
  if (user && isTest) return <Navigate to={`${TEST_PAGE}${search}`} replace />;
  if (user) return target ? <Navigate to={target} replace /> : null;
  if (session.status === "starting") return <Skeleton kind="page" />;
  if (session.status === "unreachable" && session.startProblem) {
    return <ProblemView problem={session.startProblem} retry={() => void session.start(otpOf(search))} />;
  }
  const hasEnded = session.lastUserId !== undefined && hasWanted(env.tab);
  return (
    <LoginPage
      local={env.local}
      tab={env.tab}
      calls={loginClient(env.settings)}
      returned={returned}
      hint={hasEnded ? t("common:login.ended") : undefined}
      onEntered={() => session.start(undefined)}
    />
  );
});
