// Log-in with e-mail and password; afterwards where the person wanted to go, else the start page.
import { Formik } from "formik";
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { Navigate } from "react-router-dom";
import { problemText } from "../../kernel/api/problem.ts";
import { PasswordField, TextField } from "../../kernel/form/fields.tsx";
import { t } from "../../kernel/i18n/setup.ts";
import { useRoot, useSession } from "../../kernel/store/useStore.ts";
import { Button } from "../../kernel/ui/Button.tsx";
import { Skeleton } from "../../kernel/ui/states.tsx";
import { Logo } from "../shell/Logo.tsx";
import { hasWanted, takeWanted } from "../wanted.ts";

export const LoginScreen = observer(function LoginScreen() {
  const session = useSession();
  const { env } = useRoot();
  const [target, setTarget] = useState<string>();
  const user = session.isAuthenticated ? session.user : undefined;
  useEffect(() => {
    document.title = `${t("common:login.title")} · Lanyard`;
    void import("../shell/Frame.tsx").catch(() => undefined);
  }, []);
  useEffect(() => {
    if (user) setTarget(takeWanted(env.tab, user.user_id) ?? "/main");
  }, [user, env]);
  if (user) return target ? <Navigate to={target} replace /> : null;
  if (session.status === "starting") return <Skeleton kind="page" />;
  return (
    <div className="login">
      <div className="login-card">
        <Logo />
        <h1>{t("common:login.title")}</h1>
        {hasWanted(env.tab) && session.lastUserId !== undefined && <p className="login-hint">{t("common:login.ended")}</p>}
        <LoginForm />
      </div>
      <p className="login-tagline">{t("common:login.tagline")}</p>
    </div>
  );
});

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const LoginForm = observer(function LoginForm() {
  const session = useSession();
  const problem = useRef<HTMLParagraphElement>(null);
  const { busy, problem: refused } = session.loggingIn;
  useEffect(() => {
    if (refused) problem.current?.focus();
  }, [refused]);
  return (
    <Formik
      initialValues={{ email: "", password: "" }}
      validateOnBlur={false}
      validate={({ email, password }) => ({
        ...(EMAIL.test(email.trim()) ? {} : { email: t(email.trim() ? "problem:field.email" : "common:login.requiredEmail") }),
        ...(password ? {} : { password: t("common:login.requiredPassword") }),
      })}
      onSubmit={async ({ email, password }) => void (await session.login(email, password))}
    >
      {(form) => (
        <form className="form" onSubmit={form.handleSubmit} noValidate>
          {refused && (
            <p className="form-problem" role="alert" tabIndex={-1} ref={problem}>
              {problemText(refused, t)}
            </p>
          )}
          <TextField name="email" label={t("common:login.email")} type="email" autoComplete="username" autoFocus />
          <PasswordField name="password" label={t("common:login.password")} />
          <Button type="submit" tone="primary" busy={busy} className="login-action">
            {t("common:login.action")}
          </Button>
        </form>
      )}
    </Formik>
  );
});
