// Asks before all failed letters that the list shows are tried again, and how many they are.
import { observer } from "mobx-react-lite";
import { Button, Confirm, Dialog, formatNumber, problemText, t, useStore } from "#web";
import type { LettersToRetry } from "../contract.ts";
import { OutboxStore } from "./store.ts";

interface Props {
  question: LettersToRetry;
  onRetried: () => void;
}

export const RetryMany = observer(function RetryMany({ question, onRetried }: Props) {
  const store = useStore(OutboxStore);
  const { failed: count = 0 } = store;
  const { busy, problem } = store.retryingMany;
  const close = () => store.ask(undefined);
  if (count === 0) {
    return (
      <Dialog
        title={t("outbox:retryMany.action")}
        onClose={close}
        foot={<Button onClick={close}>{t("common:close")}</Button>}
      >
        <p>{t("outbox:retryMany.none")}</p>
      </Dialog>
    );
  }
  const number = formatNumber(count);
  const retry = async () => {
    await store.retryLetters(question);
    // Some may be in line also where it broke.
    onRetried();
  };
  return (
    <Confirm
      title={t("outbox:retryMany.title", { count, number })}
      action={t("outbox:retryMany.confirm", { count, number })}
      busy={busy}
      onConfirm={() => void retry()}
      onClose={close}
    >
      <p>{t("outbox:retryMany.help")}</p>
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Confirm>
  );
});
