// One letter: to whom, how it stands, and what it says as long as it is kept.
import { observer } from "mobx-react-lite";
import { Breakable, Button, formatDateTime, problemText, SidePanel, t, useStore } from "#web";
import type { Letter } from "../contract.ts";
import { OutboxStore } from "./store.ts";

/** A subject of more signs may not stand in the heading as a whole. */
const HEADING = 60;

interface Props {
  letter: Letter;
  onRetried: () => void;
  onClose: () => void;
}

export const LetterPanel = observer(function LetterPanel({ letter, onRetried, onClose }: Props) {
  const store = useStore(OutboxStore);
  const { problem, busy } = store.retrying.of(letter.id);
  const { state } = letter;
  const retry = async () => {
    if (await store.retryLetter(letter.id)) onRetried();
  };
  const title = letter.subject.trim() || t("outbox:letter.noSubject");
  return (
    <SidePanel title={title} onClose={onClose}>
      <dl className="facts">
        {factsOf(letter).map(({ key, text }) => (
          <Fact key={key} title={t(`outbox:field.${key}`)} text={text} />
        ))}
      </dl>
      {letter.error && state !== "sent" && (
        <p role="alert">{t("outbox:letter.error", { error: letter.error, count: letter.attempts })}</p>
      )}
      {state === "failed" && (
        <Button tone="primary" className="outbox-retry" busy={busy} onClick={() => void retry()}>
          {t("outbox:retry")}
        </Button>
      )}
      {problem && <p role="alert">{problemText(problem, t)}</p>}
      {letter.text ? (
        // A long letter is scrolled by keys, too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the focus for that
        <section aria-label={title} tabIndex={0}>
          <pre className="outbox-text">{letter.text}</pre>
        </section>
      ) : (
        <p className="muted">{whyEmpty(letter)}</p>
      )}
    </SidePanel>
  );
});

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <Breakable text={text} />
      </dd>
    </>
  );
}

function factsOf(letter: Letter): { key: string; text: string }[] {
  const { state, sent_at, next_at, expires_at } = letter;
  // Before the first attempt it is due at once, which is nothing to tell.
  const next = state === "queued" && letter.error ? next_at : null;
  const until = state === "sent" ? null : expires_at;
  const subject = letter.subject.trim();
  return [
    ...(subject.length > HEADING ? [{ key: "subject", text: subject }] : []),
    { key: "recipient", text: letter.recipient },
    { key: "kind", text: t(`outbox:kind.${letter.kind}`) },
    { key: "state", text: t(`outbox:state.${state}`) },
    { key: "created_at", text: formatDateTime(letter.created_at) },
    ...(sent_at ? [{ key: "sent_at", text: formatDateTime(sent_at) }] : []),
    ...(next ? [{ key: "next_at", text: formatDateTime(next) }] : []),
    ...(until ? [{ key: "expires_at", text: formatDateTime(until) }] : []),
  ];
}

function whyEmpty({ hidden, state, kind }: Letter): string {
  if (hidden && kind === "invite") return t("outbox:letter.hiddenInvite");
  if (hidden) return t(kind === "login" ? "outbox:letter.hiddenLink" : "outbox:letter.hidden");
  if (state === "sent") return t("outbox:letter.gone");
  return t(state === "expired" ? "outbox:letter.expired" : "outbox:letter.empty");
}
