// Where a file is chosen, or dropped.
import { type DragEvent, useId, useState } from "react";
import { t } from "#web";

interface Props {
  fileName: string;
  onFile: (file: File) => void;
}

export function FilePick({ fileName, onFile }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input inside is the accessible one
    <div
      className={`agenda-drop ${isOver ? "agenda-drop-over" : ""}`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        className="agenda-file"
        type="file"
        accept=".xml,.json,.ics,application/xml,text/xml,application/json,text/calendar"
        aria-describedby={`${id}-help`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again after it was corrected.
          target.value = "";
          if (file) onFile(file);
        }}
      />
      <label htmlFor={id} className="button">
        {t(fileName ? "agenda:import.another" : "agenda:import.choose")}
      </label>
      <span className="agenda-file-name">{fileName || t("agenda:import.drop")}</span>
      <p id={`${id}-help`} className="field-help">
        {t("agenda:import.help")}
      </p>
    </div>
  );
}
