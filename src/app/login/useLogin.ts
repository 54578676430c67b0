// What moves on the log-in page: the way that was chosen, the step it has come to, and what went wrong.
import { useEffect, useRef, useState } from "react";
import type { Entered, SsoAnswer } from "#schemas/login.ts";
import { type ApiProblem, asProblem } from "../../kernel/api/problem.ts";
import { endJourney, type Journey, journeyOf, newBinding, setOut } from "../../kernel/store/journey.ts";
import type { Kept } from "../../kernel/store/kept.ts";
import { writeStoredUser } from "../../kernel/store/storedUser.ts";
import type { LoginCalls } from "./loginClient.ts";
import { type FactorStep, factorStepOf } from "./SecondFactor.tsx";

/** How somebody is logging in: with the password, a code by mail, or what a provider said. */
export type Way =
  | { kind: "password" }
  | { kind: "code"; binding: string; email: string; minutes: number }
  | { kind: "sso"; binding: string; answer: SsoAnswer };

export interface Typed {
  email: string;
  password: string;
  mailCode: string;
  code: string;
}

export interface LoginInput {
  local: Kept;
  tab: Kept;
  calls: LoginCalls;
  /** What a provider appended to the address. */
  returned?: SsoAnswer | undefined;
  onEntered: () => Promise<unknown>;
}

const PASSWORD: Way = { kind: "password" };

function wayBack(tab: Kept, returned: SsoAnswer | undefined): Way {
  const journey: Journey | undefined = returned && journeyOf(tab);
  // Somebody else's journey is refused by the server, in words that fit.
  return returned ? { kind: "sso", answer: returned, binding: journey?.binding ?? newBinding() } : PASSWORD;
}

export function useLogin({ local, tab, calls, returned, onEntered }: LoginInput) {
  const [way, setWay] = useState<Way>(() => wayBack(tab, returned));
  const [typed, setTyped] = useState<Typed>({ email: "", password: "", mailCode: "", code: "" });
  const [busy, setBusy] = useState<"submit" | "send" | "sso">();
  const [problem, setProblem] = useState<ApiProblem>();
  const [step, setStep] = useState<FactorStep>();
  const [recovery, setRecovery] = useState<readonly string[]>();
  const email = typed.email.trim();

  const call = (): Promise<Entered> => {
    const code = step ? typed.code : undefined;
    if (way.kind === "code") return calls.enterCode(way.email, way.binding, typed.mailCode, code);
    if (way.kind === "sso") return calls.finishSso(way.answer, way.binding, code);
    return calls.login(email, typed.password, code);
  };

  const run = async (what: "submit" | "send" | "sso", act: () => Promise<unknown>) => {
    setBusy(what);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      const refused = asProblem(error);
      const next = factorStepOf(refused, step);
      setStep(next);
      setTyped((before) => ({ ...before, code: "" }));
      setProblem(refused);
      if (way.kind === "sso" && !next) {
        endJourney(tab);
        setWay(PASSWORD);
      }
    }
    setBusy(undefined);
  };

  const submit = () =>
    run("submit", async () => {
      const { token, user, recovery_codes } = await call();
      endJourney(tab);
      writeStoredUser(local, { token, user });
      if (recovery_codes) setRecovery(recovery_codes);
      else await onEntered();
    });

  // The provider's answer is taken up at once; a second drawing must not take it up again.
  const begun = useRef(false);
  useEffect(() => {
    if (way.kind !== "sso" || begun.current) return;
    begun.current = true;
    void submit();
  });

  // A page that Back brings as it was left waits for nothing any longer.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setBusy(undefined);
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, []);

  return {
    way,
    typed,
    type: (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change })),
    busy,
    problem,
    step,
    recovery,
    submit,
    stored: onEntered,
    sendCode: () =>
      run("send", async () => {
        const binding = newBinding();
        const minutes = await calls.sendCode(email, binding);
        setStep(undefined);
        setTyped((before) => ({ ...before, mailCode: "" }));
        setWay({ kind: "code", binding, email, minutes });
      }),
    startSso: () =>
      run("sso", async () => {
        const binding = newBinding();
        setOut(tab, { binding, kind: "login" }, await calls.startSso(email, binding));
        // The page is left; the button stays busy until then.
        await new Promise(() => undefined);
      }),
    usePassword: () => {
      setProblem(undefined);
      setStep(undefined);
      setWay(PASSWORD);
    },
  };
}
