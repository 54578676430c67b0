// The options of a choice: named in every language, in their order. A saved one is renamed or archived; its answers stay.
import { FieldArray, useField, useFormikContext } from "formik";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FieldOption, inLanguage } from "#schemas/fields.ts";
import { TextField } from "../form/fields.tsx";
import { formatNumber } from "../i18n/formats.ts";
import { languageHere } from "../i18n/languages.ts";
import { currentLocale, t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { Ordered } from "../ui/Ordered.tsx";
import { passFocusOn } from "../ui/passFocusOn.ts";
import { usedBy } from "./Answered.tsx";
import { keyForOption } from "./fieldDraft.ts";
import { PastedNote } from "./PastedNote.tsx";
import { MOST, pastedOptions } from "./pastedOptions.ts";

interface Props {
  locales: readonly string[];
  saved: readonly FieldOption[];
  /** Answers by key of option. */
  counts: Readonly<Record<string, number>> | undefined;
  /** What is told of a saved option that is about to be archived. */
  told: (option: string) => ReactNode;
  /** Asks what becomes of the answers of a saved option, and takes it out. */
  onRetire: (option: FieldOption) => void;
}

export function OptionsEditor({ locales, saved, counts, told, onRetire }: Props) {
  const { dirty } = useFormikContext();
  const [{ value: options }, meta, change] = useField<FieldOption[]>("options");
  const [isPasting, setPasting] = useState(false);
  const [lines, setLines] = useState("");
  const pasted = pastedOptions(lines, options, locales);
  const fresh = pasted.options;
  const box = useRef<HTMLFieldSetElement>(null);
  // The button that adds what was pasted goes with it: one goes on at the first of the new options.
  const [added, setAdded] = useState<number>();
  useEffect(() => {
    if (added === undefined) return;
    box.current?.querySelector<HTMLElement>(`[name^="options.${added}.labels."]`)?.focus();
    setAdded(undefined);
  }, [added]);
  const add = async () => {
    await change.setValue([...options, ...fresh]);
    setLines("");
    setPasting(false);
    setAdded(options.length);
  };
  const nameOf = ({ labels }: FieldOption, at: number) =>
    inLanguage(labels, currentLocale()) || t("common:fields.optionAt", { number: at + 1 });
  const isSaved = (option: FieldOption) => saved.some(({ key }) => key === option.key);
  return (
    <FieldArray name="options">
      {(list) => (
        <fieldset className="field-options" ref={box}>
          <legend>{t("common:fields.options")}</legend>
          <p className="field-help">{t("common:fields.optionsHelp")}</p>
          {typeof meta.error === "string" && (
            // What is wrong is that something is missing: no field of its own could be shown in its place.
            <p className="field-error" tabIndex={-1}>
              {meta.error}
            </p>
          )}
          <Ordered
            rows={options.map((option, at) => ({ id: option.key, name: nameOf(option, at) }))}
            onMove={(from, to) => list.move(from, to)}
          >
            {(place) => (
              <ol>
                {options.map((option, at) => {
                  const name = nameOf(option, at);
                  return (
                    <li key={option.key} className={option.archived ? "field-option-archived" : undefined}>
                      {locales.map((locale) => (
                        <TextField
                          key={locale}
                          name={`options.${at}.labels.${locale}`}
                          label={t("common:fields.optionIn", { number: at + 1, language: languageHere(locale) })}
                          maxLength={120}
                        />
                      ))}
                      {option.archived && !saved.find(({ key }) => key === option.key)?.archived && told(option.key)}
                      <div className="field-moves">
                        <span className="muted">{counts && usedBy(counts[option.key] ?? 0)}</span>
                        {place(at).moves}
                        {isSaved(option) ? (
                          <>
                            <Button
                              tone="quiet"
                              small
                              onClick={() => list.replace(at, { ...option, archived: !option.archived })}
                            >
                              {t(option.archived ? "common:fields.restoreOption" : "common:fields.archiveOption", {
                                name,
                              })}
                            </Button>
                            <Button
                              tone="quiet"
                              small
                              disabled={dirty || saved.length < 2}
                              title={dirty ? t("common:fields.option.saveFirst") : undefined}
                              aria-label={t("common:fields.retireOption", { name })}
                              onClick={() => onRetire(option)}
                            >
                              {t("common:fields.retire")}
                            </Button>
                          </>
                        ) : (
                          <Button
                            tone="quiet"
                            small
                            onClick={({ currentTarget }) => {
                              passFocusOn(currentTarget);
                              list.remove(at);
                            }}
                          >
                            {t("common:fields.removeOption", { name })}
                          </Button>
                        )}
                      </div>
                    </li>
                  );
                })}
              </ol>
            )}
          </Ordered>
          <div className="field-moves field-adds">
            <Button small onClick={() => list.push({ key: keyForOption(), labels: {} })}>
              {t("common:fields.addOption")}
            </Button>
            <Button small aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
              {t("common:fields.paste.open")}
            </Button>
          </div>
          {isPasting && (
            <div className="field">
              <label htmlFor="options-pasted">{t("common:fields.paste.lines")}</label>
              <textarea
                id="options-pasted"
                className="input"
                rows={6}
                value={lines}
                aria-describedby="options-pasted-help"
                onChange={({ target }) => setLines(target.value)}
              />
              <p className="field-help" id="options-pasted-help">
                {t("common:fields.paste.help")}
              </p>
              <PastedNote pasted={pasted} most={MOST} />
              <Button small disabled={fresh.length === 0} onClick={() => void add()}>
                {t("common:fields.paste.add", { count: fresh.length, number: formatNumber(fresh.length) })}
              </Button>
            </div>
          )}
        </fieldset>
      )}
    </FieldArray>
  );
}
