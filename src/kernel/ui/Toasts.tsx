// Notices in the corner: errors are alerts and stay, the others are statuses and leave by themselves.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { t } from "../i18n/setup.ts";
import type { Notice } from "../store/NoticesStore.ts";
import { useRoot } from "../store/useStore.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { cross, error, information, tickCircle } from "./icons.ts";
import { RequestId } from "./states.tsx";

const SHOWN_MS = 6000;
const ICONS = { success: tickCircle, error, info: information };

/** Draws the notices; once in the frame. */
export const Toasts = observer(function Toasts() {
  const { notices } = useRoot();
  return (
    <div className="toasts">
      {notices.list.map((notice) => (
        <Toast key={notice.id} notice={notice} close={() => notices.dismiss(notice.id)} />
      ))}
    </div>
  );
});

function Toast({ notice, close }: { notice: Notice; close: () => void }) {
  const [isHeld, setHeld] = useState(false);
  const leaves = notice.tone !== "error" && !isHeld;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer belongs to the notice, not to the identity of `close`
  useEffect(() => {
    if (!leaves) return;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [leaves, notice.id]);
  const [hold, release] = [() => setHeld(true), () => setHeld(false)];
  const holding = { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release };
  return (
    <div className={`toast toast-${notice.tone}`} role={notice.tone === "error" ? "alert" : "status"} {...holding}>
      <Icon paths={ICONS[notice.tone]} className="toast-icon" />
      <div className="toast-text">
        {notice.title && <strong>{notice.title}</strong>}
        <span>{notice.text}</span>
        {notice.requestId && <RequestId id={notice.requestId} />}
      </div>
      {notice.action && (
        <Button
          small
          onClick={() => {
            notice.action?.run();
            close();
          }}
        >
          {notice.action.label}
        </Button>
      )}
      <Button tone="quiet" small icon={cross} aria-label={t("common:dismiss")} onClick={close} />
    </div>
  );
}
