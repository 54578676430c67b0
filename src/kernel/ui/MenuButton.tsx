// A button that opens a menu. The menu's code arrives with the first press at the latest, so that no page waits for it.
import { type ComponentType, useEffect, useRef, useState } from "react";
import { asProblem, problemText } from "../api/problem.ts";
import { t } from "../i18n/setup.ts";
import { useRoot } from "../store/useStore.ts";
import { Button, type ButtonProps } from "./Button.tsx";
import { bringLayers, prepareLayers } from "./bringLayers.ts";
import type { OpenMenuProps } from "./OpenMenu.tsx";

/** A line of a menu. */
export interface MenuEntry {
  text: string;
  onSelect: () => void;
  /** Tells lines of the same text apart; the text unless told. */
  key?: string | number;
  /** At the end of the line, quieter. */
  label?: string;
  /** Of several lines of which one holds: whether it is this one. */
  chosen?: boolean;
  /** Destroys something. */
  danger?: boolean;
  /** It cannot be chosen now; `label` says why. */
  disabled?: boolean;
}

export interface MenuButtonProps extends Omit<ButtonProps, "onClick"> {
  /** The menu's own name for who cannot see it. */
  name: string;
  /** Its lines from the top; undefined draws a rule between those before and after. */
  entries: readonly (MenuEntry | undefined)[];
  placement?: "bottom-start" | "bottom-end";
}

/**
 * Opens by mouse or key; keys then go to the menu, whose own are arrows and Escape, and the focus comes back when it closes.
 * @example
 * <MenuButton name={t("notes:more")} entries={[{ text: t("notes:clear"), onSelect: clear }]}>{t("notes:more")}</MenuButton>
 */
export function MenuButton({ name, entries, placement = "bottom-end", busy, ...button }: MenuButtonProps) {
  const { notices } = useRoot();
  const [opened, setOpened] = useState<{ Part: ComponentType<OpenMenuProps> }>();
  const [isComing, setComing] = useState(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const open = async () => {
    setComing(true);
    try {
      const { OpenMenu } = await bringLayers();
      if (!isGone.current) setOpened({ Part: OpenMenu });
    } catch (error) {
      if (!isGone.current) notices.error(problemText(asProblem(error), t), { title: t("common:toast.failed") });
    }
    if (!isGone.current) setComing(false);
  };
  if (opened) {
    return <opened.Part name={name} entries={entries} placement={placement} button={{ ...button, busy }} />;
  }
  return (
    <Button
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      busy={busy || isComing}
      onPointerEnter={prepareLayers}
      onFocus={prepareLayers}
      onClick={() => void open()}
    />
  );
}
