// The first step: a file, dropped or chosen, or an empty one to be filled in.
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button, download, t, useStore } from "#web";
import { EventDataStore } from "../store.ts";
import { FindElsewhere } from "./FindElsewhere.tsx";
import { HoldsSelect } from "./HoldsSelect.tsx";
import { TypeSelect } from "./TypeSelect.tsx";

const ACCEPTED = ".csv,.tsv,.txt,.xlsx,.json,text/csv,application/json";

export const ChooseFile = observer(function ChooseFile({ types }: { types: readonly { id: number; type: string }[] }) {
  const { importing } = useStore(EventDataStore);
  const { running, bringing } = importing;
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file && !running.busy) void importing.read(file);
  };
  const bring = async (format: "csv" | "xlsx") => {
    const file = await importing.template(format);
    if (file) download(file, `import-template.${format}`);
  };
  const isKnown = importing.choices.write === "known";
  const choices = (
    <div className="import-templates">
      <HoldsSelect />
      <TypeSelect types={types} />
      <div className="field">
        <span>{t("event-data:import.templates")}</span>
        <div className="import-template-links">
          <Button busy={bringing.busy} onClick={() => void bring("xlsx")}>
            {t("event-data:import.templateXlsx")}
          </Button>
          <Button busy={bringing.busy} onClick={() => void bring("csv")}>
            {t("event-data:import.templateCsv")}
          </Button>
        </div>
      </div>
    </div>
  );
  return (
    <>
      {isKnown && choices}
      {isKnown && <FindElsewhere />}
      <label
        className={`import-drop ${isOver ? "import-drop-over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <span className="import-drop-title">{t("event-data:import.choose")}</span>
        <span className="field-help">{t("event-data:import.chooseHelp")}</span>
        <input
          type="file"
          className="sr-only"
          accept={ACCEPTED}
          disabled={running.busy}
          onChange={({ target }) => {
            take(target.files?.[0]);
            // The same file, mended, may be chosen again.
            target.value = "";
          }}
        />
      </label>
      <p className="field-help">{t("event-data:import.nothingYet")}</p>
      {!isKnown && choices}
    </>
  );
});
