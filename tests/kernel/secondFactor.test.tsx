// The second factor at the log-in: a code that cannot be one is told beside its field, and nothing that was proved is lost.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LoginPage } from "../../src/app/login/LoginPage.tsx";
import type { LoginCalls } from "../../src/app/login/loginClient.ts";
import { factorStepOf } from "../../src/app/login/SecondFactor.tsx";
import { ApiProblem } from "../../src/kernel/api/problem.ts";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import type { Kept } from "../../src/kernel/store/kept.ts";

const refused = (code: string) => new ApiProblem({ code, status: 401, message: code });

let root: Root;
beforeEach(async () => {
  await startLanguage("en-gb", async () => ({ common: { "login.requiredFactor": "No code" } }));
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

test("a refusal that is not about the first proof leaves the step open", () => {
  const step = {};

  const kept = ["login.second_factor_wrong", "network", "invalid", "throttled"];
  expect(kept.map((code) => factorStepOf(refused(code), step))).toEqual(kept.map(() => step));
  expect(factorStepOf(refused("login.refused"), step)).toBeUndefined();
  expect(factorStepOf(refused("login.sso_stale"), step)).toBeUndefined();
});

test("a code that is none is not sent, and the field stays with what is wrong", async () => {
  const finishSso = vi.fn(async () => {
    throw refused("login.second_factor");
  });
  const kept = { read: () => undefined, write: () => undefined, remove: () => undefined } as unknown as Kept;
  const calls = { finishSso } as unknown as LoginCalls;
  const returned = { state: "s", code: "c" };
  flushSync(() =>
    root.render(<LoginPage local={kept} tab={kept} calls={calls} returned={returned} onEntered={async () => {}} />),
  );
  const field = await vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement>("[name=code]");
    expect(found).not.toBeNull();
    return found as HTMLInputElement;
  });
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    flushSync(() => field.dispatchEvent(new Event("input", { bubbles: true })));
    flushSync(() => document.querySelector("form")?.requestSubmit());
  };

  for (const none of ["", "12345", "aaaa-bbbb-cccc-0189"]) {
    type(none);
    expect(document.querySelector("#login-code-error")?.textContent).toBe("No code");
  }
  expect(finishSso).toHaveBeenCalledTimes(1);
  type("123 456");
  expect(finishSso).toHaveBeenCalledTimes(2);
  expect(document.querySelector("#login-code-error")).toBeNull();
  type("abcd efgh-ijkl2345");
  await vi.waitFor(() => expect(finishSso).toHaveBeenCalledTimes(3));
});
