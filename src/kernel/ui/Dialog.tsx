// A dialog of the house. Its frame is brought after the page; see bringLayers.ts.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { asProblem, problemText } from "../api/problem.ts";
import { t } from "../i18n/setup.ts";
import { useRoot } from "../store/useStore.ts";
import { bringLayers, readyLayers } from "./bringLayers.ts";
import { useFocusReturn } from "./useFocusReturn.ts";

export interface DialogProps {
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

/** Dialogs that are drawn, the last one on top. */
const drawn: object[] = [];

/** Until the focus has come into a dialog, and while one is held, Esc means the dialog all the same, and not what is below. */
function useEscape({ held, onClose }: DialogProps): void {
  const latest = useRef({ held, onClose });
  latest.current = { held, onClose };
  useEffect(() => {
    const own = {};
    drawn.push(own);
    const hear = (event: KeyboardEvent) => {
      const { held, onClose } = latest.current;
      const isInside = event.target instanceof Element && event.target.closest(".bp6-portal");
      if (event.key !== "Escape" || (isInside && !held) || drawn.at(-1) !== own) return;
      event.preventDefault();
      event.stopPropagation();
      if (!held) onClose();
    };
    document.addEventListener("keydown", hear, true);
    return () => {
      drawn.splice(drawn.indexOf(own), 1);
      document.removeEventListener("keydown", hear, true);
    };
  }, []);
}

/** A dialog that is open as long as it is drawn; named by its title. The focus returns afterwards. */
export function Dialog(props: DialogProps) {
  const { notices } = useRoot();
  const [layers, setLayers] = useState(readyLayers);
  const close = useRef(props.onClose);
  close.current = props.onClose;
  useFocusReturn();
  useEscape(props);
  useEffect(() => {
    if (layers) return;
    let isGone = false;
    bringLayers().then(
      (brought) => !isGone && setLayers(brought),
      (error: unknown) => {
        if (isGone) return;
        notices.error(problemText(asProblem(error), t), { title: t("common:toast.failed") });
        close.current();
      },
    );
    return () => {
      isGone = true;
    };
  }, [layers, notices]);
  return layers ? <layers.DialogFrame {...props} /> : null;
}
