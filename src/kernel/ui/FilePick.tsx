// Where a file is chosen, or dropped.
import { type DragEvent, useEffect, useId, useState } from "react";
import { t } from "../i18n/setup.ts";
import styles from "./filePick.css?url";
import { loadStyles } from "./loadStyles.ts";

interface Props {
  /** Of the file that has been chosen; empty before. */
  fileName: string;
  /** As the attribute of an input. */
  accept: string;
  /** What the file may be. */
  help: string;
  disabled?: boolean;
  onFile: (file: File) => void;
}

/** A place for one file: to be dropped, or found by a button. */
export function FilePick({ fileName, accept, help, disabled = false, onFile }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  useEffect(() => void loadStyles(styles), []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input inside is the accessible one
    <div
      className={`file-pick ${isOver ? "file-pick-over" : ""}`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        className="sr-only"
        type="file"
        accept={accept}
        disabled={disabled}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again after it was corrected.
          target.value = "";
          if (file) onFile(file);
        }}
      />
      <label htmlFor={id} className="button">
        {t(fileName ? "common:file.another" : "common:file.choose")}
      </label>
      <span className="file-pick-name">{fileName || t("common:file.drop")}</span>
      <p id={`${id}-help`} className="field-help">
        {help}
      </p>
    </div>
  );
}
