// Log-in with e-mail and password, a code by mail, or single sign-on. It leans on little, so that it is there at once; the
// application arrives while one types.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { problemText } from "../../kernel/api/problem.ts";
import { t } from "../../kernel/i18n/setup.ts";
import { Button } from "../../kernel/ui/Button.tsx";
import { useCapsLock } from "../../kernel/ui/capsLock.tsx";
import { RecoveryCodes } from "../../kernel/ui/FactorSteps.tsx";
import { eye, eyeOff } from "../../kernel/ui/icons.ts";
import { Logo } from "../shell/Logo.tsx";
import { FieldError, SecondFactor } from "./SecondFactor.tsx";
import { type LoginInput, type Typed, useLogin } from "./useLogin.ts";

interface Props extends LoginInput {
  /** A sentence above the form, such as that the session has ended. */
  hint?: string | undefined;
  /** Called when the person begins to type: the rest can be brought now. */
  prepare?: () => void;
}

type FieldName = "email" | "password" | "mailCode" | "code";
type Wrong = Partial<Record<FieldName, string>>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Six digits or a recovery code, with gaps as people write them. */
const FACTOR = /^\s*((\d\s*){6}|[a-z2-7]{4}(\s*-?\s*[a-z2-7]{4}){3}\s*)$/i;

/** What is wrong with the fields that a step needs. */
function check(typed: Typed, needed: readonly FieldName[]): Wrong {
  const wrong: Wrong = {};
  if (needed.includes("email")) {
    if (!typed.email.trim()) wrong.email = t("common:login.requiredEmail");
    else if (!EMAIL.test(typed.email.trim())) wrong.email = t("problem:field.email");
  }
  if (needed.includes("password") && !typed.password) wrong.password = t("common:login.requiredPassword");
  if (needed.includes("mailCode") && !/^\s*(\d\s*){6}$/.test(typed.mailCode)) {
    wrong.mailCode = t("common:login.requiredCode");
  }
  if (needed.includes("code") && !FACTOR.test(typed.code)) wrong.code = t("common:login.requiredFactor");
  return wrong;
}

export function LoginPage({ hint, prepare, ...input }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const [wrong, setWrong] = useState<Wrong>({});
  const login = useLogin(input);
  const { way, typed, busy, problem, step } = login;

  useEffect(() => {
    document.title = `${t("common:login.title")} · Lanyard`;
  }, []);
  useEffect(() => {
    // Where a code is asked for it is typed next; the alert is read out without the focus, too.
    const next = form.current?.querySelector<HTMLInputElement>("[name=code]") ?? alert.current;
    if (problem) next?.focus();
  }, [problem]);

  /** Goes on when the fields of the step are filled in, else to the first that is not. */
  const withFields = (needed: readonly FieldName[], act: () => Promise<unknown>) => {
    const found = check(typed, needed);
    setWrong(found);
    const first = needed.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else void act();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const needed = { password: ["email", "password"], code: ["mailCode"], sso: [] } as const;
    withFields([...needed[way.kind], ...(step ? (["code"] as const) : [])], login.submit);
  };
  const field = (name: FieldName) => ({
    name,
    id: `login-${name}`,
    className: "input",
    onFocus: prepare,
    "aria-invalid": wrong[name] ? (true as const) : undefined,
    "aria-describedby": wrong[name] ? `login-${name}-error` : undefined,
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => {
      prepare?.();
      login.type({ [name]: target.value });
    },
  });
  if (login.recovery) {
    return (
      <Card title={t("common:login.recovery.title")}>
        <RecoveryCodes codes={login.recovery} onStored={() => void login.stored()} />
      </Card>
    );
  }
  return (
    <Card title={t("common:login.title")} hint={hint}>
      <form className="form" onSubmit={submit} noValidate ref={form}>
        {problem && (
          <p className="form-problem" role="alert" tabIndex={-1} ref={alert}>
            {problemText(problem, t)}
          </p>
        )}
        {way.kind === "sso" && !step && <p role="status">{t("common:login.sso.finishing")}</p>}
        {way.kind === "password" && (
          <>
            <div className="field">
              <label htmlFor="login-email">{t("common:login.email")}</label>
              <input {...field("email")} type="email" autoComplete="username" maxLength={254} />
              <FieldError name="email" text={wrong.email} />
            </div>
            <Password field={field("password")} error={wrong.password} />
          </>
        )}
        {way.kind === "code" && (
          <>
            <p role="status">{t("common:login.mail.sent", { email: way.email, minutes: way.minutes })}</p>
            <div className="field">
              <label htmlFor="login-mailCode">{t("common:login.mail.code")}</label>
              <input
                {...field("mailCode")}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={8}
                // biome-ignore lint/a11y/noAutofocus: the field appears as the next step of the same act
                autoFocus
              />
              <FieldError name="mailCode" text={wrong.mailCode} />
            </div>
          </>
        )}
        {step && (
          <SecondFactor step={step} code={typed.code} wrong={wrong.code} onCode={(code) => login.type({ code })} />
        )}
        <Button type="submit" tone="primary" busy={busy === "submit"} className="login-action">
          {t("common:login.action")}
        </Button>
      </form>
      {way.kind === "password" && !step && (
        <div className="login-ways">
          <p className="login-or">{t("common:login.or")}</p>
          <Button busy={busy === "send"} onClick={() => withFields(["email"], login.sendCode)}>
            {t("common:login.mail.send")}
          </Button>
          <Button busy={busy === "sso"} onClick={() => withFields(["email"], login.startSso)}>
            {t("common:login.sso.action")}
          </Button>
        </div>
      )}
      {way.kind === "code" && (
        <div className="login-ways">
          <Button busy={busy === "send"} onClick={() => void login.sendCode()}>
            {t("common:login.mail.again")}
          </Button>
          <Button onClick={login.usePassword}>{t("common:login.mail.back")}</Button>
        </div>
      )}
    </Card>
  );
}

function Card({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className="login">
      <main className="login-card" id="main" tabIndex={-1}>
        <Logo />
        <h1>{title}</h1>
        {hint && <p className="login-hint">{hint}</p>}
        {children}
      </main>
      <p className="login-tagline">{t("common:login.tagline")}</p>
    </div>
  );
}

function Password({ field, error }: { field: object; error: string | undefined }) {
  const [isShown, setShown] = useState(false);
  const caps = useCapsLock();
  return (
    <div className="field">
      <label htmlFor="login-password">{t("common:login.password")}</label>
      <div className="input-group">
        <input
          {...field}
          {...caps.keys}
          onBlur={caps.left}
          type={isShown ? "text" : "password"}
          autoComplete="current-password"
          spellCheck={false}
          maxLength={200}
        />
        <Button
          tone="quiet"
          small
          icon={isShown ? eyeOff : eye}
          aria-label={t(isShown ? "common:password.hide" : "common:password.show")}
          onClick={() => setShown(!isShown)}
        />
        {caps.hint}
      </div>
      <FieldError name="password" text={error} />
    </div>
  );
}
