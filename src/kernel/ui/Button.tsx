// The one button. Plain HTML, so that the login page stays light.
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { forwardRef } from "react";
import { Icon } from "./Icon.tsx";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** primary: the one action of a page; quiet: no frame; danger: destroys. */
  tone?: "default" | "primary" | "quiet" | "danger";
  icon?: readonly string[];
  busy?: boolean;
  small?: boolean;
  children?: ReactNode;
}

/** A button; `busy` keeps its width and the focus, which a disabled button would lose, and stops a second press. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { tone = "default", icon, busy = false, small = false, className = "", children, onClick, type = "button", ...rest },
  ref,
) {
  const classes = `button button-${tone} ${small ? "button-small" : ""} ${children ? "" : "button-icon"} ${className}`;
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      ref={ref}
      type={type}
      className={classes}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? stop : onClick}
      {...rest}
    >
      {icon && <Icon paths={icon} size={small ? 14 : 16} />}
      {children && <span className="button-text">{children}</span>}
      {busy && <span className="button-spinner" aria-hidden="true" />}
    </button>
  );
});
