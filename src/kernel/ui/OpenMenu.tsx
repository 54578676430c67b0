// The menu of a MenuButton, from its first press on; open when it comes.
import { Menu, MenuDivider, MenuItem, Popover } from "@blueprintjs/core";
import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { choice } from "./choice.tsx";
import type { MenuButtonProps } from "./MenuButton.tsx";
import { pressOnce } from "./pressOnce.ts";

export interface OpenMenuProps extends Pick<MenuButtonProps, "name" | "entries" | "placement"> {
  button: ButtonProps;
}

/** What stays free between a menu and the edge of the window. */
const EDGE = 16;

export function OpenMenu({ name, entries, placement, button }: OpenMenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [room, setRoom] = useState<number>();
  const measure = () => ref.current && setRoom(roomBeside(ref.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useLayoutEffect(() => {
    // It stands in the place of the button that was pressed, before the popover remembers to whom it gives the focus back.
    ref.current?.focus();
    measure();
  }, []);
  const menu = (
    <Menu aria-label={name} style={{ "--menu-room": room && `${room}px` } as CSSProperties}>
      {entries.map((entry, at) =>
        entry ? (
          <MenuItem
            key={entry.key ?? entry.text}
            {...choice(entry.chosen)}
            text={entry.text}
            multiline
            label={entry.label}
            intent={entry.danger ? "danger" : "none"}
            disabled={entry.disabled ?? false}
            onClick={entry.onSelect}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is nothing but its place
          <MenuDivider key={`rule-${at}`} />
        ),
      )}
    </Menu>
  );
  /** At once, not when the menu has faded: keys pressed meanwhile would go to nobody, and a focus moved since would be taken away. */
  const giveBack = (closing: HTMLElement) => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || closing.contains(focused)) ref.current?.focus();
  };
  return (
    <Popover
      content={menu}
      placement={placement}
      minimal
      onOpening={measure}
      onOpened={focusFirst}
      onClosing={giveBack}
      defaultIsOpen
    >
      <Button ref={ref} aria-haspopup="menu" onKeyDown={pressOnce} {...button} />
    </Popover>
  );
}

/** Between the button and the edge of the window, above or below it, wherever is more. */
function roomBeside(button: HTMLElement): number {
  const { top, bottom } = button.getBoundingClientRect();
  return Math.floor(Math.max(top, window.innerHeight - bottom)) - EDGE;
}

function focusFirst(menu: HTMLElement): void {
  menu.querySelector<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])")?.focus();
}
