// The menu of a MenuButton, from its first press on; open when it comes.
import { Menu, MenuDivider, MenuItem, Popover } from "@blueprintjs/core";
import { useLayoutEffect, useRef } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { choice } from "./choice.tsx";
import type { MenuButtonProps } from "./MenuButton.tsx";
import { pressOnce } from "./pressOnce.ts";

export interface OpenMenuProps extends Pick<MenuButtonProps, "name" | "entries" | "placement"> {
  button: ButtonProps;
}

export function OpenMenu({ name, entries, placement, button }: OpenMenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  // It stands in the place of the button that was pressed, before the popover remembers to whom it gives the focus back.
  useLayoutEffect(() => ref.current?.focus(), []);
  const menu = (
    <Menu aria-label={name}>
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
    <Popover content={menu} placement={placement} minimal onOpened={focusFirst} onClosing={giveBack} defaultIsOpen>
      <Button ref={ref} aria-haspopup="menu" onKeyDown={pressOnce} {...button} />
    </Popover>
  );
}

function focusFirst(menu: HTMLElement): void {
  menu.querySelector<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])")?.focus();
}
