// The log-in page inside the application: after log-out, a session's end, or an address that needs a person.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { t } from "../../kernel/i18n/setup.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { ProblemView, Skeleton } from "../../kernel/ui/states.tsx";
import { hasWanted, takeWanted } from "../wanted.ts";
import { LoginPage } from "./LoginPage.tsx";
import { loginClient } from "./loginClient.ts";

export const LoginScreen = observer(function LoginScreen() {
  const { session, env } = useRoot();
  const [target, setTarget] = useState<string>();
  const user = session.isAuthenticated ? session.user : undefined;
  useEffect(() => {
    if (user) setTarget(takeWanted(env.tab, user.user_id) ?? "/main");
  }, [user, env]);
  if (user) return target ? <Navigate to={target} replace /> : null;
  if (session.status === "starting") return <Skeleton kind="page" />;
  if (session.status === "unreachable" && session.startProblem) {
    return <ProblemView problem={session.startProblem} retry={() => void session.start(undefined)} />;
  }
  const hasEnded = session.lastUserId !== undefined && hasWanted(env.tab);
  return (
    <LoginPage
      local={env.local}
      call={loginClient(env.settings)}
      hint={hasEnded ? t("common:login.ended") : undefined}
      onEntered={() => session.start(undefined)}
    />
  );
});
