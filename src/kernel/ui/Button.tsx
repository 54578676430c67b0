// The one button. Plain HTML, so that the login page stays light.
import type { ButtonHTMLAttributes, FocusEvent, MouseEvent, ReactNode } from "react";
import { forwardRef, useImperativeHandle, useReducer, useRef } from "react";
import { Icon } from "./Icon.tsx";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** primary: the one action of a page; quiet: no frame; danger: destroys. */
  tone?: "default" | "primary" | "quiet" | "danger";
  icon?: readonly string[];
  busy?: boolean;
  small?: boolean;
  children?: ReactNode;
}

/**
 * A button; `busy` keeps its width and stops a second press. What had the focus when it was disabled keeps it until it is left: the
 * browser gives keys that are pressed on a disabled button to nobody.
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { tone = "default", icon, busy = false, small = false, className = "", children, type = "button", ...given },
  ref,
) {
  const { disabled = false, onClick, onBlur, ...rest } = given;
  const own = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => own.current as HTMLButtonElement);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const rests = busy || disabled;
  const isHeld = busy || (disabled && own.current !== null && own.current === document.activeElement);
  const classes = `button button-${tone} ${small ? "button-small" : ""} ${children ? "" : "button-icon"} ${className}`;
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = (event: FocusEvent<HTMLButtonElement>) => {
    if (disabled) drawAgain();
    onBlur?.(event);
  };
  return (
    <button
      {...rest}
      ref={own}
      type={type}
      className={classes}
      disabled={disabled && !isHeld}
      aria-disabled={isHeld || rest["aria-disabled"]}
      aria-busy={busy || undefined}
      onClick={rests ? stop : onClick}
      onBlur={leave}
    >
      {icon && <Icon paths={icon} size={small ? 14 : 16} />}
      {children && <span className="button-text">{children}</span>}
      {busy && <span className="button-spinner" aria-hidden="true" />}
    </button>
  );
});
