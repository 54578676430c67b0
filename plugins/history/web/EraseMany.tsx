// Erases what is told of many that are gone: what would be erased and what would not, a number to type, then the job.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import {
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
import type { HistoryErased, HistoryErasure } from "../contract.ts";
import { type ErasedMany, HistoryStore } from "./store.ts";
import { objectName } from "./words.ts";

interface Props {
  eventId: number;
  /** Which lines, and how far the list reaches; or the erasure that was going on before a reload. */
  meant: Pick<HistoryErasure, "selection" | "everywhere" | "zone"> | number;
  onErased: () => void;
  onClose: () => void;
}

export const EraseMany = observer(function EraseMany({ eventId, meant, onErased, onClose }: Props) {
  const store = useStore(HistoryStore);
  const [typed, setTyped] = useState("");
  const [preview, setPreview] = useState<ErasedMany>();
  const [done, setDone] = useState<ErasedMany>();
  const { busy, problem } = store.erasingMany;
  const count = preview?.result.erased ?? 0;
  const isFound = typeof meant === "number";
  const goOn = async () => {
    if (!isFound) return;
    const outcome = await store.awaitErasure(meant);
    if (outcome) {
      setDone(outcome);
      onErased();
    } else if (store.erasingMany.problem?.status === 404) {
      store.forgetErasure();
      onClose();
    }
  };
  const look = async () => {
    if (isFound) return goOn();
    setPreview(undefined);
    setTyped("");
    const found = await store.eraseMany(eventId, { ...meant, mode: "dry-run" });
    if (found?.isCut) onClose();
    else setPreview(found);
  };
  const erase = async () => {
    if (isFound) return;
    const outcome = await store.eraseMany(eventId, { ...meant, mode: "apply", confirm: count });
    if (!outcome) return;
    setDone(outcome);
    onErased();
  };
  // What is meant is settled by the time that the dialog opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => void look(), []);

  const apply = {
    text: t("history:erasing.apply", { count, number: formatNumber(count) }),
    tone: "danger" as const,
    disabled: !isTyped(typed, count),
    act: erase,
  };
  const again = { text: t("history:erasing.look"), act: look };
  const foot = busy ? undefined : (
    <StepsFoot
      busy={false}
      onClose={onClose}
      done={done !== undefined || (preview !== undefined && count === 0)}
      next={preview && !problem ? apply : again}
    />
  );
  return (
    <Dialog title={t("history:erasing.title")} width={620} onClose={onClose} held={busy} foot={foot}>
      {busy ? (
        <Running
          job={store.running}
          text={t(preview || isFound ? "history:erasing.running" : "history:erasing.looking")}
          isLost={store.isLost}
          stopping={store.stopping}
          onStop={store.stop}
        />
      ) : done ? (
        <>
          <p role="status">{doneText(done)}</p>
          {done.result.skipped > 0 && <Outcome outcome={done} isDone />}
        </>
      ) : (
        preview && (
          <>
            <Outcome outcome={preview} />
            {count > 0 ? (
              <>
                <p>{t("history:erasing.help")}</p>
                {!problem && <TypedNumber number={count} typed={typed} onType={setTyped} />}
              </>
            ) : (
              <p className="muted">{t("history:erasing.nothing")}</p>
            )}
          </>
        )
      )}
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Dialog>
  );
});

function doneText({ result, isCut }: ErasedMany): string {
  const lines = t("history:erased", { count: result.lines, number: formatNumber(result.lines) });
  if (!isCut) return `${lines}.`;
  return result.lines > 0 ? `${t("history:erasing.stopped")} ${lines}.` : t("history:erasing.stoppedAtOnce");
}

/** How many were, or will be, erased; of whom not, and why. */
function Outcome({ outcome: { jobId, result }, isDone = false }: { outcome: ErasedMany; isDone?: boolean }) {
  const counts = [
    { key: "erased", title: t(isDone ? "history:erasing.did" : "history:erasing.will"), count: result.erased },
    { key: "unchanged", title: t("history:erasing.unchanged"), count: result.unchanged },
    { key: "skipped", title: t("history:erasing.skipped"), count: result.skipped },
  ];
  return (
    <>
      <Counts counts={counts.filter(({ key, count }) => key === "erased" || count > 0)} />
      {result.errors.length > 0 && <LeftOut jobId={jobId} errors={result.errors} />}
    </>
  );
}

const LeftOut = observer(function LeftOut({ jobId, errors }: Pick<HistoryErased, "errors"> & { jobId: number }) {
  const store = useStore(HistoryStore);
  const { notices } = useEnv();
  const save = () =>
    store.leftOut(jobId).then(
      (file) => download(file, "left-out.csv"),
      (problem) => notices.failed(problem),
    );
  return (
    <section className="history-left">
      <h3>{t("history:erasing.leftOut")}</h3>
      <ul aria-label={t("history:erasing.leftOut")}>
        {errors.map(({ type, id, name, message }) => (
          <li key={`${type} ${id}`}>
            <strong>{name || `${objectName(type)} ${id}`}</strong> {message}
          </li>
        ))}
      </ul>
      <Button small onClick={() => void save()}>
        {t("history:erasing.file")}
      </Button>
    </section>
  );
});
