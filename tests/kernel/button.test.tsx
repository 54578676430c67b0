// The one button while it rests: whoever stands on it stays there, and nothing is pressed twice.
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Button, type ButtonProps } from "../../src/kernel/ui/Button.tsx";

let root: Root;
const draw = (props: ButtonProps) => flushSync(() => root.render(<Button {...props}>Save</Button>));
const button = () => document.querySelector("button") as HTMLButtonElement;

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

test("a busy button keeps the focus and its keys, also where it is to be disabled", () => {
  draw({});
  button().focus();

  draw({ busy: true, disabled: true });
  expect(button().disabled).toBe(false);
  expect(button().getAttribute("aria-disabled")).toBe("true");

  draw({ busy: false, disabled: true });
  expect(button().disabled).toBe(false);
  expect(button().getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(button());
});

test("a button that was disabled under the focus does nothing, and is disabled once it is left", () => {
  const pressed = vi.fn();
  draw({ onClick: pressed });
  button().focus();
  draw({ onClick: pressed, disabled: true });

  flushSync(() => button().click());
  flushSync(() => button().blur());

  expect(pressed).not.toHaveBeenCalled();
  expect(button().disabled).toBe(true);
  expect(button().getAttribute("aria-disabled")).toBeNull();
});

test("a button that nobody stands on is disabled at once, and can be pressed when it is not", () => {
  const pressed = vi.fn();
  draw({ onClick: pressed, disabled: true });
  expect(button().disabled).toBe(true);

  draw({ onClick: pressed });
  flushSync(() => button().click());
  expect(pressed).toHaveBeenCalledOnce();
});
