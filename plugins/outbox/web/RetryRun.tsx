// How far it is that many letters are tried again, with its stop; and why it broke, or could not be asked, until somebody has read it.
import { observer } from "mobx-react-lite";
import { Button, passFocusOn, problemText, Running, t, useStore } from "#web";
import { OutboxStore } from "./store.ts";

export const RetryRun = observer(function RetryRun() {
  const store = useStore(OutboxStore);
  const { busy } = store.retryingMany;
  // As long as it is asked, the question tells it.
  const problem = store.failed === undefined ? (store.asking.problem ?? store.retryingMany.problem) : undefined;
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
      {problem && (
        <div className="outbox-broke">
          <p className="form-problem" role="alert">
            {problemText(problem, t)}
          </p>
          <Button
            small
            onClick={({ currentTarget }) => {
              passFocusOn(currentTarget);
              store.ask(undefined);
            }}
          >
            {t("common:close")}
          </Button>
        </div>
      )}
    </>
  );
});
