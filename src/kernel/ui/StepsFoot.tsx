// The buttons of a dialog that changes something in steps: asked for, looked at before, done, taken back.
import { t } from "../i18n/setup.ts";
import { Button, type ButtonProps } from "./Button.tsx";

interface Next {
  text: string;
  act: () => unknown;
  /** Primary unless told. */
  tone?: ButtonProps["tone"];
  disabled?: boolean;
}

interface Props {
  busy: boolean;
  /** It cannot be left just now; as long as it is busy unless told. */
  held?: boolean;
  onClose: () => void;
  /** The step that comes next; none where there is nothing to do. */
  next?: Next | false | undefined;
  /** To the step before; without one, the dialog is left. */
  onBack?: (() => void) | false | undefined;
  /** It is done: what is left is to close the dialog, or to undo where that is still possible. */
  done: boolean;
  onUndo?: (() => unknown) | false | undefined;
}

export function StepsFoot({ busy, held = busy, onClose, next, onBack, done, onUndo }: Props) {
  if (done) {
    return (
      <>
        {onUndo && (
          <Button busy={busy} onClick={() => void onUndo()}>
            {t("common:undo")}
          </Button>
        )}
        <Button tone="primary" onClick={onClose} disabled={held}>
          {t("common:close")}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button onClick={(!busy && onBack) || onClose} disabled={held}>
        {t(busy && !held ? "common:close" : onBack ? "common:back" : next ? "common:cancel" : "common:close")}
      </Button>
      {next && (
        <Button
          tone={next.tone ?? "primary"}
          busy={busy}
          disabled={next.disabled === true}
          onClick={() => void next.act()}
        >
          {next.text}
        </Button>
      )}
    </>
  );
}
