// The first step: a file, dropped or chosen, or an empty one to be filled in.
import { observer } from "mobx-react-lite";
import { Button, download, FilePick, t, useStore } from "#web";
import { EventDataStore } from "../store.ts";
import { FindElsewhere } from "./FindElsewhere.tsx";
import { HoldsSelect } from "./HoldsSelect.tsx";
import { TypeSelect } from "./TypeSelect.tsx";

const ACCEPTED = ".csv,.tsv,.txt,.xlsx,.json,text/csv,application/json";

export const ChooseFile = observer(function ChooseFile({ types }: { types: readonly { id: number; type: string }[] }) {
  const { importing } = useStore(EventDataStore);
  const { running, bringing } = importing;
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
      <FilePick
        fileName=""
        accept={ACCEPTED}
        help={t("event-data:import.chooseHelp")}
        disabled={running.busy}
        onFile={(file) => void importing.read(file)}
      />
      <p className="field-help">{t("event-data:import.nothingYet")}</p>
      {!isKnown && choices}
    </>
  );
});
