// One letter: to whom, how it stands, and what it says as long as it is kept.
import { observer } from "mobx-react-lite";
import { Button, formatDateTime, problemText, SidePanel, t, useStore } from "#web";
import type { Letter } from "../contract.ts";
import { OutboxStore } from "./store.ts";

export const LetterPanel = observer(function LetterPanel({ letter, onClose }: { letter: Letter; onClose: () => void }) {
  const store = useStore(OutboxStore);
  const { problem, busy } = store.retrying;
  return (
    <SidePanel title={letter.subject} onClose={onClose}>
      <p>{t("outbox:letter.to", { recipient: letter.recipient })}</p>
      <p>
        {t(`outbox:state.${letter.state}`)}, {formatDateTime(letter.sent_at ?? letter.created_at)}
      </p>
      {letter.error && <p role="alert">{t("outbox:letter.error", { error: letter.error, count: letter.attempts })}</p>}
      {letter.state === "failed" && (
        <Button tone="primary" busy={busy} onClick={() => void store.retryLetter(letter.id)}>
          {t("outbox:retry")}
        </Button>
      )}
      {problem && <p role="alert">{problemText(problem, t)}</p>}
      {letter.text ? (
        <pre className="letter-text">{letter.text}</pre>
      ) : (
        <p>{t(letter.hidden ? "outbox:letter.hidden" : "outbox:letter.gone")}</p>
      )}
    </SidePanel>
  );
});
