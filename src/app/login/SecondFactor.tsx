// The code of an authenticator app or a recovery code, and the key for whoever sets an app up.
import { useState } from "react";
import type { ApiProblem } from "../../kernel/api/problem.ts";
import { t } from "../../kernel/i18n/setup.ts";
import { Button } from "../../kernel/ui/Button.tsx";
import { type FactorKey, FactorSetup } from "../../kernel/ui/FactorSteps.tsx";

/** What the log-in asks for beside the first proof; undefined when it asks for nothing. */
export interface FactorStep {
  setup?: FactorKey;
}

/** The step that a refused log-in leads to. A wrong code stays where it was. */
export function factorStepOf(problem: ApiProblem, before: FactorStep | undefined): FactorStep | undefined {
  if (problem.code === "login.second_factor") return {};
  if (problem.code === "login.second_factor_setup") return { setup: problem.current as FactorKey };
  return ["login.second_factor_wrong", "network", "timeout"].includes(problem.code) ? before : undefined;
}

interface Props {
  step: FactorStep;
  code: string;
  onCode: (code: string) => void;
}

export function SecondFactor({ step, code, onCode }: Props) {
  const [recovers, setRecovers] = useState(false);
  return (
    <>
      {step.setup && (
        <>
          <p>{t("common:login.factor.setup")}</p>
          <FactorSetup {...step.setup} />
        </>
      )}
      <div className="field">
        <label htmlFor="login-code">{t(recovers ? "common:login.factor.recovery" : "common:login.factor.code")}</label>
        <input
          id="login-code"
          name="code"
          className="input"
          inputMode={recovers ? "text" : "numeric"}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={recovers ? 24 : 7}
          // biome-ignore lint/a11y/noAutofocus: the field appears as the next step of the same act
          autoFocus
          value={code}
          onChange={({ target }) => onCode(target.value)}
        />
        {!step.setup && (
          <Button
            tone="quiet"
            small
            className="login-aside"
            onClick={() => {
              setRecovers(!recovers);
              onCode("");
            }}
          >
            {t(recovers ? "common:login.factor.useApp" : "common:login.factor.useRecovery")}
          </Button>
        )}
      </div>
    </>
  );
}
