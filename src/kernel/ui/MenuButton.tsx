// A button that opens a menu. Not for the log-in page: it brings Blueprint's popover.
import { Popover } from "@blueprintjs/core";
import type { ReactElement } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { pressOnce } from "./pressOnce.ts";

export interface MenuButtonProps extends ButtonProps {
  /** A Blueprint `Menu` with a name of its own. */
  menu: ReactElement;
  placement?: "bottom-start" | "bottom-end";
}

/** Opens by mouse or key; keys then go to the menu, whose own are arrows and Escape, and the focus comes back when it closes. */
export function MenuButton({ menu, placement = "bottom-end", ...button }: MenuButtonProps) {
  return (
    <Popover content={menu} placement={placement} minimal shouldReturnFocusOnClose onOpened={focusFirst}>
      <Button aria-haspopup="menu" onKeyDown={pressOnce} {...button} />
    </Popover>
  );
}

function focusFirst(menu: HTMLElement): void {
  menu.querySelector<HTMLElement>("[role=menuitem], [role=option]")?.focus();
}
