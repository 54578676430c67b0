// How far it is that many letters are tried again, with its stop; and why it broke, until somebody has read it.
import { observer } from "mobx-react-lite";
import { Button, problemText, Running, t, useStore } from "#web";
import { OutboxStore } from "./store.ts";

export const RetryRun = observer(function RetryRun() {
  const store = useStore(OutboxStore);
  const { busy, problem } = store.retryingMany;
  // As long as it is asked, the question tells it.
  const isTold = problem && store.failed === undefined;
  return (
    <>
      <Running
        job={busy ? store.running : undefined}
        text={t("outbox:retryMany.running")}
        isLost={store.isLost}
        stopping={store.stopping}
        onStop={store.stop}
        line
      />
      {isTold && (
        <div className="outbox-broke">
          <p className="form-problem" role="alert">
            {problemText(problem, t)}
          </p>
          <Button small onClick={() => store.ask(undefined)}>
            {t("common:close")}
          </Button>
        </div>
      )}
    </>
  );
});
