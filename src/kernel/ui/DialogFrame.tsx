// Blueprint's dialog with our widths and a foot for its actions. Focus stays inside.
import { Dialog as BlueprintDialog } from "@blueprintjs/core";
import { useId } from "react";
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";
import type { DialogProps } from "./Dialog.tsx";
import { cross } from "./icons.ts";
import { DialogToasts } from "./Toasts.tsx";

export function DialogFrame({ title, onClose, width = 512, foot, held = false, children }: DialogProps) {
  const id = useId();
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
        {/* It takes the focus from a button in the dialog that has gone; see passFocusOn. */}
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <Button tone="quiet" icon={cross} aria-label={t("common:close")} onClick={onClose} disabled={held} />
      </header>
      <div className="dialog-body">{children}</div>
      <DialogToasts />
      {foot && <footer className="dialog-foot">{foot}</footer>}
    </BlueprintDialog>
  );
}
