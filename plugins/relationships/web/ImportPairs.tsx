// Links from a file of pairs: what it would do first, then done.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import {
  Dialog,
  FilePick,
  formatNumber,
  formatTime,
  ongoing,
  problemText,
  Running,
  StepsFoot,
  t,
  useEnv,
  useStore,
  useTold,
} from "#web";
import type { Kind, LinkImport } from "../contract.ts";
import { createdText } from "./createdText.ts";
import { undoneText } from "./LastLinks.tsx";
import { LeftOut } from "./LeftOut.tsx";
import type { Ran, Undone } from "./ran.ts";
import { RelationshipsStore } from "./store.ts";

interface Props {
  eventId: number;
  kind: Kind;
  onClose: () => void;
  onImported: () => void;
}

export const ImportPairs = observer(function ImportPairs({ eventId, kind, onClose, onImported }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const [file, setFile] = useState<File>();
  const [undone, setUndone] = useState<Undone>();
  const told = useTold(store.importing);
  useEffect(() => {
    // What came of one that went on without its dialog has been told.
    if (!store.importing.busy && !store.undoing.busy) store.forgetImport();
    return () => store.forgetImport();
  }, [store]);
  const { isReading, isUndoing, isOthers, running, stopped, problem } = ongoing(store, kind.id);
  // What was begun for another kind may come to its end here.
  const imported = store.imported?.kindId === kind.id ? store.imported : undefined;
  const choose = (chosen: File) => {
    setFile(chosen);
    void store.importLinks(eventId, kind.id, chosen, "dry-run");
  };
  const apply = async () => {
    if (!file) return;
    const isDone = await store.importLinks(eventId, kind.id, file, "apply");
    // What was linked before it was stopped is there too.
    onImported();
    const title = `${t("relationships:import.title")}: ${kind.name}`;
    if (isDone && store.imported) told.done(doneText(store.imported), { title });
    else if (store.stopped === "apply" && !told.isDrawn()) notices.info(t("relationships:match.stopped"), { title });
    else told.failed(title, apply);
  };
  const links = imported?.result.created ?? 0;
  const undo = async (job: number) => {
    const back = await store.undoLinks(eventId, kind.id, job);
    if (back) setUndone(back);
    onImported();
  };
  const busy = isReading || isUndoing;
  // What writes may have been begun before a reload, and by the other dialog.
  const isWriting = busy && store.goesOn(eventId, kind.id);
  const held = busy && !isWriting;
  const doing = isWriting ? "relationships:match.running" : "relationships:import.running";
  const isDone = imported?.isApplied === true;
  const foot = (
    <StepsFoot
      busy={busy}
      held={held}
      onClose={onClose}
      next={{
        text: t("relationships:import.apply", { count: links, number: formatNumber(links) }),
        disabled: links === 0 || isOthers,
        act: apply,
      }}
      done={isDone}
      onUndo={isDone && links > 0 && !isOthers && (!undone || undone.isStopped) && (() => undo(imported.job))}
    />
  );
  return (
    <Dialog title={t("relationships:import.title")} onClose={onClose} width={560} foot={foot} held={held}>
      {!isDone && (
        <div className="field">
          <span className="relation-label">{t("relationships:import.file")}</span>
          <FilePick
            fileName={file?.name ?? ""}
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            help={t("relationships:import.help", { from: kind.from.label, to: kind.to.label })}
            disabled={busy || isOthers}
            onFile={choose}
          />
        </div>
      )}
      {isOthers && <p role="status">{t("relationships:import.another")}</p>}
      <Running
        job={running}
        text={t(isUndoing ? "common:undoing" : doing)}
        isLost={store.isLost}
        stopping={store.stopping}
        onStop={() => store.stop()}
      />
      {!busy && stopped && (
        <p role="status">
          {t(stopped === "apply" ? "relationships:match.stopped" : "relationships:match.stoppedCheck")}
        </p>
      )}
      {undone ? <p role="status">{undoneText(undone)}</p> : imported && <Report {...imported} />}
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Dialog>
  );
});

const SHOWN = 50;

/** How many lines are left out: above them, or where they are not told. */
function wrongText({ errors, more }: LinkImport, key: "wrong" | "leftOut"): string {
  const count = errors.length + more;
  return t(`relationships:import.${key}`, { count, number: formatNumber(count) });
}

/** What came of the file, for whoever has left its dialog. */
const doneText = (ran: Ran<LinkImport>) =>
  [createdText(ran), ran.result.errors.length > 0 && wrongText(ran.result, "leftOut")].filter(Boolean).join(" ");

function Report(ran: Ran<LinkImport>) {
  const { job, result, isApplied } = ran;
  const { errors, more, until } = result;
  const rest = more + Math.max(0, errors.length - SHOWN);
  return (
    <section role="status" className="relation-report">
      <p>{createdText(ran)}</p>
      {isApplied && until && <p>{t("common:undoUntil", { time: formatTime(until) })}</p>}
      {errors.length > 0 && (
        <>
          <p>{wrongText(result, "wrong")}</p>
          <ul className="relation-errors">
            {errors.slice(0, SHOWN).map(({ line, reason, word, found, path }) => (
              <li key={`${line}/${reason}`}>
                {t(`relationships:import.reason.${reason}`, {
                  line: formatNumber(line),
                  word,
                  found: formatNumber(found),
                  path,
                })}
              </li>
            ))}
            {rest > 0 && <li>{t("relationships:import.more", { count: rest, number: formatNumber(rest) })}</li>}
          </ul>
          <p className="field-help">{t("relationships:mendHelp")}</p>
          <LeftOut job={job} text={t("relationships:mendFile")} fileName="lines-with-problems.csv" />
        </>
      )}
    </section>
  );
}
