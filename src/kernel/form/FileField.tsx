// A file as an answer: chosen, sent at once, and given with the next save; replaced, taken away, opened.
import { useField } from "formik";
import { useRef, useState } from "react";
import { FILE_MEGABYTES, FILE_TYPES, type Field, type FileType, fileName } from "#schemas/fields.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { FieldFrame, type FieldProps } from "./fields.tsx";

/** What a form does with files. */
export interface FileActs {
  /** Sends a file for a field; answers what the profile's answer will be, or why it was not taken. */
  send: (field: Field, file: File) => Promise<{ answer: string } | { refused: string }>;
  /** Hands the file of the stored answer to the person; not where the profile is not stored yet. */
  open?: (field: Field, name: string) => Promise<void>;
}

interface Props extends FieldProps {
  field: Field;
  /** The answer as it is stored. */
  answer: unknown;
  acts: FileActs | undefined;
}

const ENDINGS: Record<FileType, string> = {
  pdf: ".pdf",
  image: ".jpg,.jpeg,.png,.webp",
  document: ".docx,.odt",
  sheet: ".xlsx,.ods",
  slides: ".pptx,.odp",
  text: ".txt,.csv,.md",
};
const MEGABYTE = 1024 * 1024;

export function FileField({ field, answer, acts, ...props }: Props) {
  const [{ value }, , change] = useField<string | undefined>(props.name);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { types = [], megabytes = FILE_MEGABYTES } = field.limits;
  const possible = types.length > 0 ? types : FILE_TYPES;
  const name = value ? fileName(value) : undefined;
  const isStored = value !== undefined && value === answer;
  const refuse = (message: string) => {
    void change.setTouched(true, false);
    change.setError(message);
  };
  const take = async (file: File | undefined) => {
    if (!file || !acts) return;
    if (file.size > megabytes * MEGABYTE) return refuse(t("common:file.large", { megabytes }));
    setBusy(true);
    const sent = await acts.send(field, file);
    setBusy(false);
    if ("answer" in sent) await change.setValue(sent.answer);
    else refuse(sent.refused);
    choose.current?.focus();
  };
  const kinds = possible.map((type) => t(`common:file.type.${type}`)).join(", ");
  const help = acts ? t("common:file.help", { kinds, megabytes }) : t("common:file.alone");
  const helps = [props.help, props.disabled ? undefined : help].filter((text) => text !== undefined);
  return (
    <FieldFrame {...props} help={helps.length > 0 ? helps.join(" ") : undefined}>
      {({ id, disabled, name: _, "aria-required": __, "aria-invalid": ___, ...wiring }) => (
        <div className="file-field">
          {name === undefined ? (
            <span className="muted">{t("common:file.none")}</span>
          ) : isStored && acts?.open ? (
            <button type="button" className="field-link" onClick={() => void acts.open?.(field, name)}>
              {name}
            </button>
          ) : (
            <span>
              {name} <span className="muted">{t("common:file.unsaved")}</span>
            </span>
          )}
          {!disabled && (
            <span className="file-field-acts">
              {acts && (
                <Button
                  small
                  id={id}
                  ref={choose}
                  busy={busy}
                  aria-label={t(name ? "common:file.replaceIn" : "common:file.chooseIn", { name: props.label })}
                  onClick={() => input.current?.click()}
                  {...wiring}
                >
                  {t(name ? "common:file.replace" : "common:file.choose")}
                </Button>
              )}
              {name !== undefined && (
                <Button
                  small
                  tone="quiet"
                  aria-label={t("common:file.removeIn", { name: props.label })}
                  onClick={() => void change.setValue(undefined)}
                >
                  {t("common:file.remove")}
                </Button>
              )}
              <input
                ref={input}
                type="file"
                hidden
                accept={possible.map((type) => ENDINGS[type]).join(",")}
                aria-label={props.label}
                onChange={({ target }) => {
                  void take(target.files?.[0]);
                  // The same file may be chosen again.
                  target.value = "";
                }}
              />
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
