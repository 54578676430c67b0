// The code of an authenticator app, and the secret for whoever sets one up.

import type { ApiProblem } from "../../kernel/api/problem.ts";
import { t } from "../../kernel/i18n/setup.ts";

/** What the log-in asks for beside the password; undefined when it asks for nothing. */
export interface FactorStep {
  setup?: { secret: string; uri: string };
}

/** The step that a refused log-in leads to. A wrong code stays where it was. */
export function factorStepOf(problem: ApiProblem, before: FactorStep | undefined): FactorStep | undefined {
  if (problem.code === "login.second_factor") return {};
  if (problem.code === "login.second_factor_setup")
    return { setup: problem.current as { secret: string; uri: string } };
  return problem.code === "login.second_factor_wrong" ? before : undefined;
}

interface Props {
  step: FactorStep;
  code: string;
  onCode: (code: string) => void;
}

export function SecondFactor({ step, code, onCode }: Props) {
  return (
    <>
      {step.setup && (
        <div className="login-setup">
          <p>{t("common:login.factor.setup")}</p>
          <p>
            <a href={step.setup.uri}>{t("common:login.factor.open")}</a>
          </p>
          <p>{t("common:login.factor.secret")}</p>
          <p>
            <code>{step.setup.secret.replace(/(.{4})/g, "$1 ").trim()}</code>
          </p>
        </div>
      )}
      <div className="field">
        <label htmlFor="login-code">{t("common:login.factor.code")}</label>
        <input
          id="login-code"
          name="code"
          className="input"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          // biome-ignore lint/a11y/noAutofocus: the field appears as the next step of the same act
          autoFocus
          value={code}
          onChange={({ target }) => onCode(target.value)}
        />
      </div>
    </>
  );
}
