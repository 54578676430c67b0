// Notices: errors are alerts and stay, the others are statuses and leave by themselves. A dialog that is open tells what has come
// since: in the corner they would lie over its buttons, and out of reach of its keys.
import { observer } from "mobx-react-lite";
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { t } from "../i18n/setup.ts";
import type { Notice } from "../store/NoticesStore.ts";
import { useRoot } from "../store/useStore.ts";
import { Button } from "./Button.tsx";
import { giveFocusBack } from "./giveFocusBack.ts";
import { Icon } from "./Icon.tsx";
import { cross, error, information, tickCircle } from "./icons.ts";
import { RequestId } from "./states.tsx";

const SHOWN_MS = 6000;
/** Who is to decide something has to have read it, and to have come there by key. */
const OFFERED_MS = 20_000;
const ICONS = { success: tickCircle, error, info: information };

/** Of each dialog that is open, the last notice that had come before it; the topmost dialog last. */
let dialogs: readonly { since: number }[] = [];
const listeners = new Set<() => void>();

function setDialogs(next: typeof dialogs): void {
  dialogs = next;
  for (const hear of listeners) hear();
}

function useDialogs(): typeof dialogs {
  return useSyncExternalStore(
    (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    () => dialogs,
  );
}

/** Draws the notices in the corner; once in the frame. */
export const Toasts = observer(function Toasts() {
  const { notices } = useRoot();
  const below = useDialogs()[0];
  const told = notices.list.filter(({ id }) => !below || id <= below.since);
  return (
    <div className={below ? "toasts toasts-below" : "toasts"}>
      <ToastList told={told} />
    </div>
  );
});

/** Draws what has come since the dialog is open; once in every dialog. */
export const DialogToasts = observer(function DialogToasts() {
  const { notices } = useRoot();
  const [own] = useState(() => ({ since: notices.lastId }));
  useEffect(() => {
    setDialogs([...dialogs, own]);
    return () => setDialogs(dialogs.filter((one) => one !== own));
  }, [own]);
  const all = useDialogs();
  const over = all[all.indexOf(own) + 1];
  const told = notices.list.filter(({ id }) => id > own.since && !(over && all.includes(own) && id > over.since));
  return told.length > 0 ? (
    <div className="dialog-toasts">
      <ToastList told={told} />
    </div>
  ) : null;
});

const ToastList = observer(function ToastList({ told }: { told: readonly Notice[] }) {
  const { notices } = useRoot();
  return told.map((notice) => <Toast key={notice.id} notice={notice} close={() => notices.dismiss(notice.id)} />);
});

/** What had the focus before a notice got it. */
let before: Element | null = null;

/** The focus does not leave with a notice: it goes on to the one beside it, else to where it came from. */
function passOn(toast: Element): void {
  const holds = () => toast.contains(document.activeElement);
  if (!holds()) return;
  const beside = toast.nextElementSibling ?? toast.previousElementSibling;
  const to = beside ? beside.querySelector(".toast > button:last-child") : before;
  (to as HTMLElement | null)?.focus({ preventScroll: true });
  if (holds()) giveFocusBack(null);
}

function Toast({ notice, close }: { notice: Notice; close: () => void }) {
  const [isHeld, setHeld] = useState(false);
  const leaves = notice.tone !== "error" && !isHeld;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer belongs to the notice, not to the identity of `close`
  useEffect(() => {
    if (!leaves) return;
    const timer = setTimeout(close, notice.action ? OFFERED_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [leaves, notice.id]);
  const [hold, release] = [() => setHeld(true), () => setHeld(false)];
  const enter = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget?.closest(".toast")) before = relatedTarget;
    hold();
  };
  const holding = { onMouseEnter: hold, onMouseLeave: release, onFocus: enter, onBlur: release };
  const toast = useRef<HTMLDivElement>(null);
  const answer = (act?: () => void) => {
    act?.();
    if (toast.current) passOn(toast.current);
    close();
  };
  return (
    <div
      ref={toast}
      className={`toast toast-${notice.tone}`}
      role={notice.tone === "error" ? "alert" : "status"}
      {...holding}
    >
      <Icon paths={ICONS[notice.tone]} className="toast-icon" />
      <div className="toast-text">
        {notice.title && <strong>{notice.title}</strong>}
        <span>{notice.text}</span>
        {notice.requestId && <RequestId id={notice.requestId} />}
      </div>
      {notice.action && (
        <Button small onClick={() => answer(notice.action?.run)}>
          {notice.action.label}
        </Button>
      )}
      <Button tone="quiet" small icon={cross} aria-label={t("common:dismiss")} onClick={() => answer()} />
    </div>
  );
}
