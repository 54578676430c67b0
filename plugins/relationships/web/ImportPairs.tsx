// Links from a file of pairs: what it would do first, then done.
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import { Button, Dialog, formatNumber, problemText, t, useStore } from "#web";
import type { Kind, LinkImport } from "../contract.ts";
import { RelationshipsStore } from "./store.ts";

interface Props {
  eventId: number;
  kind: Kind;
  onClose: () => void;
  onImported: () => void;
}

export const ImportPairs = observer(function ImportPairs({ eventId, kind, onClose, onImported }: Props) {
  const store = useStore(RelationshipsStore);
  const id = useId();
  const [file, setFile] = useState<File>();
  useEffect(() => () => store.forgetImport(), [store]);
  const { importing, imported } = store;
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    store.forgetImport();
    if (chosen) void store.importLinks(eventId, kind.id, chosen, "dry-run");
  };
  const apply = async () => {
    if (file && (await store.importLinks(eventId, kind.id, file, "apply"))) onImported();
  };
  const links = imported?.result.created ?? 0;
  const foot = (
    <>
      <Button onClick={onClose} disabled={importing.busy}>
        {t(imported?.isApplied ? "common:close" : "common:cancel")}
      </Button>
      {!imported?.isApplied && (
        <Button tone="primary" busy={importing.busy} disabled={links === 0} onClick={() => void apply()}>
          {t("relationships:import.apply", { count: links, number: formatNumber(links) })}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t("relationships:import.title")} onClose={onClose} width={560} foot={foot} held={importing.busy}>
      <div className="field">
        <label htmlFor={id}>{t("relationships:import.file")}</label>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          disabled={importing.busy || imported?.isApplied}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <p className="field-help">{t("relationships:import.help", { from: kind.from.label, to: kind.to.label })}</p>
      </div>
      {importing.problem && (
        <p className="form-problem" role="alert">
          {problemText(importing.problem, t)}
        </p>
      )}
      {importing.busy && <p role="status">{t("relationships:import.running")}</p>}
      {imported && <Report {...imported} />}
    </Dialog>
  );
});

function Report({ result, isApplied }: { result: LinkImport; isApplied: boolean }) {
  const { created, existing, errors, more } = result;
  return (
    <section role="status">
      <p>
        {t(isApplied ? "relationships:import.done" : "relationships:import.would", {
          count: created,
          number: formatNumber(created),
          existing: formatNumber(existing),
        })}
      </p>
      {errors.length > 0 && (
        <>
          <p>
            {t("relationships:import.wrong", {
              count: errors.length + more,
              number: formatNumber(errors.length + more),
            })}
          </p>
          <ul className="relation-errors">
            {errors.map(({ line, reason, word, found }) => (
              <li key={`${line}/${reason}`}>
                {t(`relationships:import.reason.${reason}`, {
                  line: formatNumber(line),
                  word,
                  found: formatNumber(found),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
