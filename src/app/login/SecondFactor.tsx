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

/** The step that a refused log-in leads to. Only where the first proof no longer counts does it begin anew. */
export function factorStepOf(problem: ApiProblem, before: FactorStep | undefined): FactorStep | undefined {
  if (problem.code === "login.second_factor") return {};
  if (problem.code === "login.second_factor_setup") return { setup: problem.current as FactorKey };
  const isAnew = problem.code.startsWith("login.") && problem.code !== "login.second_factor_wrong";
  return isAnew ? undefined : before;
}

interface Props {
  step: FactorStep;
  code: string;
  /** What is wrong with the code as it is typed. */
  wrong: string | undefined;
  onCode: (code: string) => void;
}

export function SecondFactor({ step, code, wrong, onCode }: Props) {
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
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? "login-code-error" : undefined}
          value={code}
          onChange={({ target }) => onCode(target.value)}
        />
        <FieldError name="code" text={wrong} />
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

/** What is wrong with a field, in its words. */
export function FieldError({ name, text }: { name: string; text: string | undefined }) {
  return text ? (
    <p className="field-error" id={`login-${name}-error`}>
      {text}
    </p>
  ) : null;
}
