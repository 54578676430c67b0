// Members from a list, a file or what somebody pastes: what it would do first, then done.
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import { Button, Dialog, formatNumber, problemText, t, useStore } from "#web";
import { type Group, LARGEST_LIST, type MembersImport } from "../contract.ts";
import { CustomGroupsStore, type ImportMode, type Others } from "./store.ts";

interface Props {
  eventId: number;
  group: Group;
  onClose: () => void;
  onImported: () => void;
}

export const ImportMembers = observer(function ImportMembers({ eventId, group, onClose, onImported }: Props) {
  const store = useStore(CustomGroupsStore);
  const id = useId();
  const [file, setFile] = useState<File>();
  const [text, setText] = useState("");
  const [others, setOthers] = useState<Others>("keep");
  useEffect(() => () => store.forgetImport(), [store]);
  const { importing, imported } = store;
  const list = file ?? (text.trim() === "" ? undefined : new Blob([inLines(text)]));
  const isTooLarge = list !== undefined && list.size > LARGEST_LIST;
  const run = async (mode: ImportMode, chosen: Blob | undefined = list, way: Others = others) => {
    if (chosen && chosen.size <= LARGEST_LIST && (await store.importMembers(eventId, group.id, chosen, mode, way)))
      if (mode === "apply") onImported();
  };
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    store.forgetImport();
    if (chosen) void run("dry-run", chosen);
  };
  const write = (words: string) => {
    setText(words);
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
      <Button onClick={onClose} disabled={importing.busy}>
        {t(isDone ? "common:close" : "common:cancel")}
      </Button>
      {!imported && (
        <Button tone="primary" busy={importing.busy} disabled={!list || isTooLarge} onClick={() => void run("dry-run")}>
          {t("custom-groups:import.check")}
        </Button>
      )}
      {imported && !isDone && (
        <Button
          tone="primary"
          busy={importing.busy}
          disabled={changes === 0 || namesNobody}
          onClick={() => void run("apply")}
        >
          {t("custom-groups:import.apply")}
        </Button>
      )}
    </>
  );
  const locked = importing.busy || isDone;
  return (
    <Dialog
      title={t("custom-groups:import.title", { name: group.name })}
      onClose={onClose}
      width={560}
      foot={foot}
      held={importing.busy}
    >
      <p className="field-help">{t("custom-groups:import.help")}</p>
      <div className="field">
        <label htmlFor={`${id}-file`}>{t("custom-groups:import.file")}</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          disabled={locked}
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </div>
      {!file && (
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
      {isTooLarge && (
        <p className="form-problem" role="alert">
          {t("custom-groups:import.tooLarge", { most: formatNumber(LARGEST_LIST / 1024 / 1024) })}
        </p>
      )}
      {importing.problem && (
        <p className="form-problem" role="alert">
          {problemText(importing.problem, t)}
        </p>
      )}
      {importing.busy && <p role="status">{t("custom-groups:import.running")}</p>}
      {imported && <Report {...imported} namesNobody={namesNobody && others === "remove"} />}
    </Dialog>
  );
});

const OTHERS: readonly Others[] = ["keep", "remove"];

/** What stands in one line, separated, is one entry a line: it has been copied from a mail rather than from a table. */
function inLines(text: string): string {
  return text.trim().includes("\n") ? text : text.split(/[;,\t]+/).join("\n");
}

interface ReportProps {
  result: MembersImport;
  isApplied: boolean;
  namesNobody: boolean;
}

function Report({ result, isApplied, namesNobody }: ReportProps) {
  const { added, already, removed, errors, more } = result;
  const wrong = errors.length + more;
  const say = (part: "added" | "already" | "removed", count: number) =>
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
      </ul>
      {namesNobody && <p className="note-warn">{t("custom-groups:problem.names_nobody")}</p>}
      {wrong > 0 && (
        <>
          <p>{t("custom-groups:import.wrong", { count: wrong, number: formatNumber(wrong) })}</p>
          <ul className="group-errors">
            {errors.map(({ line, reason, word, found }) => (
              <li key={`${line}/${reason}/${word}`}>
                {t(`custom-groups:import.reason.${reason}`, {
                  line: formatNumber(line),
                  word,
                  found: formatNumber(found),
                })}
              </li>
            ))}
          </ul>
          {more > 0 && (
            <p className="muted">{t("custom-groups:import.more", { count: more, number: formatNumber(more) })}</p>
          )}
        </>
      )}
    </section>
  );
}
