// Caps Lock is told where a password is typed, and nowhere else.
import { Formik } from "formik";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { LoginPage } from "../../src/app/login/LoginPage.tsx";
import type { LoginCalls } from "../../src/app/login/loginClient.ts";
import { PasswordField } from "../../src/kernel/form/fields.tsx";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { keptInMemory } from "../support/web.ts";

const SAID = "Caps Lock is on";
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({ common: { "password.capsLock": SAID } }));
});

let unmount = () => {};
afterEach(() => flushSync(() => unmount()));

function draw(page: ReactNode) {
  document.body.innerHTML = "<div></div>";
  const drawn = createRoot(document.body.firstElementChild as Element);
  flushSync(() => drawn.render(page));
  unmount = () => drawn.unmount();
  return document.querySelector("input[type=password]") as HTMLInputElement;
}

const PAGES: [string, () => ReactNode][] = [
  [
    "the log-in page",
    () => (
      <LoginPage
        local={keptInMemory()}
        tab={keptInMemory()}
        calls={{} as LoginCalls}
        onEntered={async () => undefined}
      />
    ),
  ],
  [
    "a form",
    () => (
      <Formik initialValues={{ password: "" }} onSubmit={() => undefined}>
        <PasswordField name="password" label="Password" />
      </Formik>
    ),
  ],
];

test.each(PAGES)("on %s it is said while a password is typed, until it is off or the field is left", (_, page) => {
  const field = draw(page());
  const told = () => document.querySelector("[role=status]")?.textContent;
  const press = (modifierCapsLock: boolean) =>
    flushSync(
      () => void field.dispatchEvent(new KeyboardEvent("keyup", { key: "a", modifierCapsLock, bubbles: true })),
    );

  press(false);
  expect(told()).toBeUndefined();
  press(true);
  expect(told()).toBe(SAID);
  press(false);
  expect(told()).toBeUndefined();
  press(true);
  flushSync(() => field.focus());
  flushSync(() => field.blur());
  expect(told()).toBeUndefined();
  // The browser's own filling in.
  flushSync(() => void field.dispatchEvent(new Event("keydown", { bubbles: true })));
  expect(told()).toBeUndefined();
});
