// Asks before something that matters; where it cannot be undone, the name is typed.
import { type ReactNode, useId, useState } from "react";
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { isSameName } from "./sameName.ts";

interface Props {
  title: string;
  /** The verb on the button, such as "Delete 3 sessions". */
  action: string;
  /** The other button; "Cancel" unless told. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** What the question is about is still being found out: it can be left meanwhile, and not answered. */
  disabled?: boolean;
  width?: number;
  /** Must be typed before the button can be pressed; for what cannot be undone. */
  typed?: string;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen, to how many. */
  children?: ReactNode;
}

/** A dialog with one question: cancel, or the action by its own name. */
export function Confirm({
  title,
  action,
  cancel,
  danger = false,
  busy = false,
  disabled = false,
  width,
  typed,
  onConfirm,
  onClose,
  children,
}: Props) {
  const [text, setText] = useState("");
  const id = useId();
  const foot = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {cancel ?? t("common:cancel")}
      </Button>
      <Button
        tone={danger ? "danger" : "primary"}
        busy={busy}
        disabled={disabled || (typed !== undefined && !isSameName(text, typed))}
        onClick={onConfirm}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} width={width} foot={foot} held={busy}>
      {children}
      {typed !== undefined && (
        <div className="field">
          {/* Copied from here it must be the name and nothing else: no marks of a name from right to left. */}
          <label htmlFor={id}>{t("common:confirm.type", { name: typed, interpolation: { escapeValue: false } })}</label>
          <input
            id={id}
            className="input"
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
          />
        </div>
      )}
    </Dialog>
  );
}
