// Members from a list, a file or what somebody pastes: what it would do first, then done.
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import {
  Button,
  Dialog,
  download,
  FilePick,
  formatNumber,
  formatTime,
  ongoing,
  problemText,
  Running,
  t,
  useEnv,
  useStore,
  useTold,
} from "#web";
import { type Group, LARGEST_LIST, type MembersImport } from "../contract.ts";
import { doneText, undoneText } from "./listTexts.ts";
import type { Undone } from "./memberJobs.ts";
import { CustomGroupsStore, type ImportMode, type Others } from "./store.ts";

interface Props {
  eventId: number;
  group: Group;
  onClose: () => void;
  onImported: () => void;
}

export const ImportMembers = observer(function ImportMembers({ eventId, group, onClose, onImported }: Props) {
  const store = useStore(CustomGroupsStore);
  const { notices } = useEnv();
  const id = useId();
  const [file, setFile] = useState<File>();
  const [text, setText] = useState("");
  const [others, setOthers] = useState<Others>("keep");
  const [undone, setUndone] = useState<Undone>();
  const told = useTold(store.importing);
  useEffect(() => {
    // What came of one that went on without its dialog has been told.
    if (!store.importing.busy && !store.undoing.busy) store.forgetImport();
    return () => store.forgetImport();
  }, [store]);
  const { isReading, isUndoing, isOthers, running, stopped, problem } = ongoing(store, group.id);
  // What was begun for another group may come to its end here.
  const imported = store.imported?.groupId === group.id ? store.imported : undefined;
  const busy = isReading || isUndoing;
  const held = busy && !store.goesOn(eventId, group.id);
  const list = file ?? (text.trim() === "" ? undefined : new Blob([inLines(text)]));
  const isTooLarge = list !== undefined && list.size > LARGEST_LIST;
  const run = async (mode: ImportMode, chosen: Blob | undefined = list, way: Others = others) => {
    if (!chosen || chosen.size > LARGEST_LIST || isOthers) return;
    const isDone = await store.importMembers(eventId, group.id, chosen, mode, way);
    if (mode !== "apply") return;
    // What was written before it was stopped is there too.
    onImported();
    const title = t("custom-groups:import.title", { name: group.name });
    if (isDone && store.imported) told.done(doneText(store.imported.result), { title });
    else if (store.stopped === "apply" && !told.isDrawn())
      notices.info(t("custom-groups:import.stopped.apply"), { title });
    else told.failed(title, () => run(mode, chosen, way));
  };
  const undo = async (job: number) => {
    const back = await store.undoMembers(eventId, group.id, job);
    if (back) setUndone(back);
    onImported();
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    store.forgetImport();
    void run("dry-run", chosen);
  };
  const write = (words: string) => {
    setText(words);
    store.forgetImport();
  };
  const paste = () => {
    setFile(undefined);
    store.forgetImport();
  };
  const decide = (way: Others) => {
    setOthers(way);
    if (imported) void run("dry-run", list, way);
  };
  const isDone = imported?.isApplied === true;
  const changes = imported ? imported.result.added + imported.result.removed : 0;
  const namesNobody = imported !== undefined && imported.result.added + imported.result.already === 0;
  const foot = (
    <>
      {isDone && changes > 0 && (!undone || undone.isStopped) && (
        <Button busy={isUndoing} disabled={isOthers} onClick={() => void undo(imported.job)}>
          {t("common:undo")}
        </Button>
      )}
      <Button onClick={onClose} disabled={held}>
        {t(isDone || busy ? "common:close" : "common:cancel")}
      </Button>
      {!imported && (
        <Button
          tone="primary"
          busy={isReading}
          disabled={!list || isTooLarge || isOthers}
          onClick={() => void run("dry-run")}
        >
          {t("custom-groups:import.check")}
        </Button>
      )}
      {imported && !isDone && (
        <Button
          tone="primary"
          busy={isReading}
          disabled={changes === 0 || namesNobody || isOthers}
          onClick={() => void run("apply")}
        >
          {t("custom-groups:import.apply")}
        </Button>
      )}
    </>
  );
  const locked = busy || isDone || isOthers;
  return (
    <Dialog
      title={t("custom-groups:import.title", { name: group.name })}
      onClose={onClose}
      width={560}
      foot={foot}
      held={held}
    >
      <p className="field-help">{t("custom-groups:import.help")}</p>
      {!isDone && (
        <div className="field">
          <span>{t("custom-groups:import.file")}</span>
          <FilePick
            fileName={file?.name ?? ""}
            accept=".csv,.tsv,.txt,text/csv"
            help={t("custom-groups:import.fileHelp", { most: formatNumber(LARGEST_LIST / 1024 / 1024) })}
            disabled={locked}
            onFile={choose}
          />
          {file && (
            <Button small tone="quiet" disabled={locked} onClick={paste}>
              {t("custom-groups:import.paste")}
            </Button>
          )}
        </div>
      )}
      {!file && !isDone && (
        <div className="field">
          <label htmlFor={`${id}-text`}>{t("custom-groups:import.text")}</label>
          <textarea
            id={`${id}-text`}
            className="input"
            rows={5}
            value={text}
            disabled={locked}
            onChange={({ target }) => write(target.value)}
          />
        </div>
      )}
      <fieldset className="group-said" disabled={locked}>
        <legend>{t("custom-groups:import.others")}</legend>
        {OTHERS.map((way) => (
          <label key={way}>
            <input type="radio" name={`${id}-others`} checked={others === way} onChange={() => decide(way)} />
            {t(`custom-groups:import.${way}`)}
          </label>
        ))}
      </fieldset>
      {isOthers && <p role="status">{t("custom-groups:import.another")}</p>}
      {isTooLarge && (
        <p className="form-problem" role="alert">
          {t("custom-groups:import.tooLarge", { most: formatNumber(LARGEST_LIST / 1024 / 1024) })}
        </p>
      )}
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
      <Running
        job={running}
        text={t(isUndoing ? "common:undoing" : "custom-groups:import.running")}
        isLost={store.isLost}
        stopping={store.stopping}
        onStop={() => store.stop()}
      />
      {!busy && stopped && <p role="status">{t(`custom-groups:import.stopped.${stopped}`)}</p>}
      {undone ? (
        <p role="status">{undoneText(undone)}</p>
      ) : (
        imported && <Report {...imported} namesNobody={namesNobody && others === "remove"} />
      )}
    </Dialog>
  );
});

const SHOWN = 50;

const OTHERS: readonly Others[] = ["keep", "remove"];

/** What stands in one line, separated, is one entry a line: it has been copied from a mail rather than from a table. */
function inLines(text: string): string {
  return text.trim().includes("\n") ? text : text.split(/[;,\t]+/).join("\n");
}

interface ReportProps {
  job: number;
  result: MembersImport;
  isApplied: boolean;
  namesNobody: boolean;
}

const Report = observer(function Report({ job, result, isApplied, namesNobody }: ReportProps) {
  const store = useStore(CustomGroupsStore);
  const { added, already, removed, unclear, errors, more, until } = result;
  const rest = more + Math.max(0, errors.length - SHOWN);
  const bring = async () => {
    const file = await store.leftOut(job);
    if (file) download(file, "lines-with-problems.csv");
  };
  const wrong = errors.length + more;
  const say = (part: "added" | "already" | "removed" | "unclear", count: number) =>
    t(`custom-groups:import.${isApplied && part !== "already" ? "did" : "will"}.${part}`, {
      count,
      number: formatNumber(count),
    });
  return (
    <section role="status" className="group-report">
      <ul>
        <li>{say("added", added)}</li>
        {already > 0 && <li>{say("already", already)}</li>}
        {removed > 0 && !namesNobody && <li>{say("removed", removed)}</li>}
        {unclear > 0 && !namesNobody && <li>{say("unclear", unclear)}</li>}
      </ul>
      {isApplied && until && <p>{t("common:undoUntil", { time: formatTime(until) })}</p>}
      {namesNobody && <p className="note-warn">{t("custom-groups:problem.names_nobody")}</p>}
      {wrong > 0 && (
        <>
          <p>{t("custom-groups:import.wrong", { count: wrong, number: formatNumber(wrong) })}</p>
          <ul className="group-errors">
            {errors.slice(0, SHOWN).map(({ line, reason, word, found }) => (
              <li key={`${line}/${reason}/${word}`}>
                {t(`custom-groups:import.reason.${reason}`, {
                  line: formatNumber(line),
                  word,
                  found: formatNumber(found),
                })}
              </li>
            ))}
          </ul>
          {rest > 0 && (
            <p className="muted">{t("custom-groups:import.more", { count: rest, number: formatNumber(rest) })}</p>
          )}
          <p className="field-help">{t("custom-groups:import.mendHelp")}</p>
          <Button small busy={store.bringing.busy} onClick={() => void bring()}>
            {t("custom-groups:import.mend")}
          </Button>
          {store.bringing.problem && (
            <p className="form-problem" role="alert">
              {problemText(store.bringing.problem, t)}
            </p>
          )}
        </>
      )}
    </section>
  );
});
