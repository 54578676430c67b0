// Log-in with e-mail and password. It leans on little, so that it is there at once; the application arrives while one types.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type ApiProblem, asProblem, problemText } from "../../kernel/api/problem.ts";
import { t } from "../../kernel/i18n/setup.ts";
import type { Kept } from "../../kernel/store/kept.ts";
import { writeStoredUser } from "../../kernel/store/storedUser.ts";
import { Button } from "../../kernel/ui/Button.tsx";
import { eye, eyeOff } from "../../kernel/ui/icons.ts";
import { Logo } from "../shell/Logo.tsx";
import type { LoginCall } from "./loginClient.ts";
import { type FactorStep, factorStepOf, SecondFactor } from "./SecondFactor.tsx";

interface Props {
  local: Kept;
  call: LoginCall;
  /** A sentence above the form, such as that the session has ended. */
  hint?: string | undefined;
  /** Called when the person begins to type: the rest can be brought now. */
  prepare?: () => void;
  /** The person is stored; the session may start. */
  onEntered: () => Promise<unknown>;
}

interface Wrong {
  email?: string;
  password?: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function check(email: string, password: string): Wrong {
  const wrong: Wrong = {};
  if (!email.trim()) wrong.email = t("common:login.requiredEmail");
  else if (!EMAIL.test(email.trim())) wrong.email = t("problem:field.email");
  if (!password) wrong.password = t("common:login.requiredPassword");
  return wrong;
}

export function LoginPage({ local, call, hint, prepare, onEntered }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});
  const [problem, setProblem] = useState<ApiProblem>();
  const [step, setStep] = useState<FactorStep>();
  const [code, setCode] = useState("");

  useEffect(() => {
    document.title = `${t("common:login.title")} · Lanyard`;
  }, []);
  useEffect(() => {
    if (problem) alert.current?.focus();
  }, [problem]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = check(email, password);
    setWrong(found);
    setProblem(undefined);
    const first = found.email ? "email" : found.password ? "password" : undefined;
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    try {
      writeStoredUser(local, await call(email, password, step && code));
      await onEntered();
    } catch (error) {
      const refused = asProblem(error);
      setStep(factorStepOf(refused, step));
      setCode("");
      setProblem(refused);
    }
    setBusy(false);
  };

  const field = (name: keyof Wrong) => ({
    name,
    id: `login-${name}`,
    className: "input",
    onFocus: prepare,
    "aria-invalid": wrong[name] ? (true as const) : undefined,
    "aria-describedby": wrong[name] ? `login-${name}-error` : undefined,
  });
  return (
    <div className="login">
      <main className="login-card">
        <Logo />
        <h1>{t("common:login.title")}</h1>
        {hint && <p className="login-hint">{hint}</p>}
        <form className="form" onSubmit={(event) => void submit(event)} noValidate ref={form}>
          {problem && (
            <p className="form-problem" role="alert" tabIndex={-1} ref={alert}>
              {problemText(problem, t)}
            </p>
          )}
          <div className="field">
            <label htmlFor="login-email">{t("common:login.email")}</label>
            <input
              {...field("email")}
              type="email"
              autoComplete="username"
              maxLength={254}
              value={email}
              onChange={({ target }) => {
                prepare?.();
                setEmail(target.value);
              }}
            />
            <FieldError name="email" text={wrong.email} />
          </div>
          <div className="field">
            <label htmlFor="login-password">{t("common:login.password")}</label>
            <div className="input-group">
              <input
                {...field("password")}
                type={isShown ? "text" : "password"}
                autoComplete="current-password"
                spellCheck={false}
                maxLength={200}
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
              <Button
                tone="quiet"
                small
                icon={isShown ? eyeOff : eye}
                aria-label={t(isShown ? "common:password.hide" : "common:password.show")}
                onClick={() => setShown(!isShown)}
              />
            </div>
            <FieldError name="password" text={wrong.password} />
          </div>
          {step && <SecondFactor step={step} code={code} onCode={setCode} />}
          <Button type="submit" tone="primary" busy={busy} className="login-action">
            {t("common:login.action")}
          </Button>
        </form>
      </main>
      <p className="login-tagline">{t("common:login.tagline")}</p>
    </div>
  );
}

function FieldError({ name, text }: { name: string; text: string | undefined }) {
  return text ? (
    <p className="field-error" id={`login-${name}-error`}>
      {text}
    </p>
  ) : null;
}
