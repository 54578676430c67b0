// Blueprint's dialog with our widths and a foot for its actions. Focus stays inside and returns afterwards.
import { Dialog as BlueprintDialog } from "@blueprintjs/core";
import { type ReactNode, useId } from "react";
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";
import { cross } from "./icons.ts";
import { useFocusReturn } from "./useFocusReturn.ts";

interface Props {
  title: string;
  onClose: () => void;
  /** In pixels. */
  width?: number;
  /** Buttons, the primary one last. */
  foot?: ReactNode;
  /** Neither Esc nor the backdrop closes it, while something is being saved. */
  held?: boolean;
  children?: ReactNode;
}

/** A dialog that is open as long as it is drawn; named by its title. */
export function Dialog({ title, onClose, width = 512, foot, held = false, children }: Props) {
  const id = useId();
  useFocusReturn();
  return (
    <BlueprintDialog
      isOpen
      onClose={onClose}
      canEscapeKeyClose={!held}
      canOutsideClickClose={!held}
      aria-labelledby={id}
      className="dialog"
      style={{ width }}
      transitionDuration={120}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button tone="quiet" icon={cross} aria-label={t("common:close")} onClick={onClose} disabled={held} />
      </header>
      <div className="dialog-body">{children}</div>
      {foot && <footer className="dialog-foot">{foot}</footer>}
    </BlueprintDialog>
  );
}
