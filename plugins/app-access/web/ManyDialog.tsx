// Log-in e-mails to the selected: whom, a preview of how many would be sent one and who would not, then done for good.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import {
  type ActPart,
  Button,
  Counts,
  Dialog,
  download,
  formatNumber,
  isTyped,
  problemText,
  Running,
  StepsFoot,
  TypedNumber,
  t,
  useEnv,
  useStore,
} from "#web";
import type { BulkPartProps } from "../../event-data/contract.ts";
import { LINK_DAYS, type LoginMailDraft, PAUSE_MINUTES, sendLoginMails } from "../contract.ts";
import { AppAccessStore, type Mailed } from "./store.ts";

const RUNNING = { "dry-run": "app-access:many.trying", apply: "app-access:many.sending" } as const;

const ManyDialog = observer(function ManyDialog({ eventId, selection, count, onClose }: BulkPartProps) {
  const store = useStore(AppAccessStore);
  const [onlyNew, setOnlyNew] = useState(true);
  const [typed, setTyped] = useState("");
  const [mode, setMode] = useState<LoginMailDraft["mode"]>("dry-run");
  useEffect(() => {
    store.tell(undefined);
    return () => store.tell(undefined);
  }, [store]);
  const { mailed, mailing } = store;
  const isDone = mailed?.mode === "apply";
  const number = mailed?.result.sent ?? 0;
  const run = (next: LoginMailDraft["mode"]) => {
    setMode(next);
    setTyped("");
    void store.sendLoginMails(eventId, { selection, mode: next, only_new: onlyNew });
  };
  const foot = (
    <StepsFoot
      busy={mailing.busy}
      onClose={() => onClose(isDone)}
      onBack={mailed && !isDone && (() => store.tell(undefined))}
      next={
        mailed
          ? {
              text: t("app-access:many.apply", { count: number, number: formatNumber(number) }),
              disabled: number === 0 || !isTyped(typed, number),
              act: () => run("apply"),
            }
          : { text: t("app-access:many.preview"), act: () => run("dry-run") }
      }
      done={isDone}
    />
  );
  const { problem } = mailing;
  return (
    <Dialog
      title={t("app-access:many.title")}
      onClose={() => onClose(isDone)}
      width={620}
      foot={foot}
      held={mailing.busy}
    >
      <div className="login-many">
        {!mailed && !mailing.busy && (
          <>
            {count > 0 && <p>{t("app-access:many.selected", { count, number: formatNumber(count) })}</p>}
            <p className="muted">{t("app-access:many.help", { days: LINK_DAYS })}</p>
            <label>
              <input type="checkbox" checked={onlyNew} onChange={({ target }) => setOnlyNew(target.checked)} />{" "}
              {t("app-access:many.onlyNew")}
            </label>
          </>
        )}
        {mailing.busy && (
          <Running
            job={store.running}
            text={t(RUNNING[mode])}
            isLost={store.isLost}
            stopping={store.stopping}
            onStop={() => store.stop()}
          />
        )}
        {mailed && !mailing.busy && (
          <>
            <Report mailed={mailed} />
            {!isDone && number > 0 && (
              <>
                <p>{t("app-access:many.forGood")}</p>
                <TypedNumber number={number} typed={typed} onType={setTyped} />
              </>
            )}
          </>
        )}
        {problem && (
          <p className="form-problem" role="alert">
            {problemText(problem, t)}
          </p>
        )}
      </div>
    </Dialog>
  );
});

/** How many, some of them, and why others are left out; all of those as a file. */
const Report = observer(function Report({ mailed: { job, mode, isCut, result } }: { mailed: Mailed }) {
  const store = useStore(AppAccessStore);
  const { notices } = useEnv();
  const isDone = mode === "apply";
  const left = result.left.reduce((sum, one) => sum + one.count, 0);
  const save = () =>
    store.leftOut(job).then(
      (file) => download(file, "left-out.csv"),
      (problem) => notices.failed(problem),
    );
  const counts = [
    { key: "sent", title: t(isDone ? "app-access:many.sent" : "app-access:many.willSend"), count: result.sent },
    { key: "left", title: t(isDone ? "app-access:many.leftDone" : "app-access:many.left"), count: left },
  ];
  return (
    <>
      {isCut && <p role="status">{t("app-access:many.stopped")}</p>}
      {result.sent === 0 && !isDone && <p role="status">{t("app-access:many.none")}</p>}
      <Counts counts={counts} />
      {result.sample.length > 0 && !isDone && (
        <table>
          <caption>{t("app-access:many.sample")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("app-access:many.who")}</th>
              <th scope="col">{t("app-access:many.where")}</th>
            </tr>
          </thead>
          <tbody>
            {result.sample.map(({ id, name, email }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{email}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {left > 0 && (
        <table>
          <caption>{t(isDone ? "app-access:many.leftDone" : "app-access:many.left")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("app-access:many.why")}</th>
              <th scope="col" className="login-many-count">
                {t("app-access:many.count")}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...result.left]
              .sort((one, other) => other.count - one.count)
              .map(({ reason, count }) => (
                <tr key={reason}>
                  <th scope="row">{t(`app-access:left.${reason}`, { minutes: PAUSE_MINUTES })}</th>
                  <td className="login-many-count">{formatNumber(count)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
      {left > 0 && (
        <Button small onClick={() => void save()}>
          {t("app-access:many.file")}
        </Button>
      )}
    </>
  );
});

export const LoginMails: ActPart<BulkPartProps> = {
  title: "app-access:many.act",
  access: sendLoginMails.access as { accessRole: number },
  suits: ({ category }) => category === undefined || category === 1,
  hindered: ({ event }, { publicNetworkingUrl }) => {
    if (publicNetworkingUrl === "") return "app-access:hindered.no_app";
    if (event?.active !== 1) return "app-access:hindered.inactive";
    return event.web_networking_activated === 1 ? undefined : "app-access:hindered.no_networking";
  },
  Part: ManyDialog,
};
