// The log-in page's own steps.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import type { LoginCalls } from "../../src/app/login/loginClient.ts";
import { useLogin } from "../../src/app/login/useLogin.ts";
import { keptInMemory } from "../support/web.ts";

test("whoever comes back from the provider by the browser's own Back can press again", async () => {
  document.body.innerHTML = "<div></div>";
  const calls = { startSso: async () => "#provider" } as unknown as LoginCalls;
  const kept = { local: keptInMemory(), tab: keptInMemory() };
  function Page() {
    const login = useLogin({ ...kept, calls, onEntered: async () => undefined });
    return (
      <button type="button" aria-busy={login.busy === "sso"} onClick={() => void login.startSso()}>
        Single sign-on
      </button>
    );
  }
  const drawn = createRoot(document.body.firstElementChild as Element);
  flushSync(() => drawn.render(<Page />));
  const busy = () => document.querySelector("button")?.getAttribute("aria-busy");

  flushSync(() => document.querySelector("button")?.click());
  expect(busy()).toBe("true");
  await new Promise((done) => setTimeout(done, 20));
  expect(busy()).toBe("true");
  flushSync(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));

  expect(busy()).toBe("false");
  flushSync(() => drawn.unmount());
});
