// The second step: what the file was taken for, which column fills which field, and how its lines meet what is there.
import { observer } from "mobx-react-lite";
import { useId } from "react";
import { fieldName } from "#schemas/fields.ts";
import { currentLocale, formatNumber, t, useSession, useStore } from "#web";
import { IMPORT_KEYS, IMPORT_WRITES, type ImportColumn } from "../../contract.ts";
import { EventDataStore } from "../store.ts";
import { FieldSelect } from "./FieldSelect.tsx";
import { clashesOf, isLeftByType, isOfOtherTypes, removedField } from "./mapping.ts";
import { Recognised } from "./Recognised.tsx";
import type { Choices } from "./store.ts";
import { TypeSelect } from "./TypeSelect.tsx";

interface Props {
  types: readonly { id: number; type: string }[];
  /** What has been chosen and has left the event. */
  gone: "goneField" | "goneType" | undefined;
}

export const MapColumns = observer(function MapColumns({ types, gone }: Props) {
  const { importing } = useStore(EventDataStore);
  const { file, mapping, running, choices } = importing;
  const fault = gone ?? importing.fault;
  const categories = useSession().typeCategories ?? [];
  if (!file) return null;
  const clashes = clashesOf(file.columns, mapping);
  const people = categories.find(({ id }) => id === 1)?.types ?? [];
  const meant = file.records && categories.find(({ id }) => id === (file.records === "speakers" ? 1 : 2))?.types;
  const isOfOthers = choices.type > 0 && meant && !meant.some(({ id }) => id === choices.type);
  const isOfPeople = choices.type === 0 || people.some(({ id }) => id === choices.type);
  return (
    <>
      <Recognised file={file} />
      {file.rows === 0 && (
        <p className="form-problem" role="alert">
          {t("event-data:import.noRows")}
        </p>
      )}
      <div className="import-columns">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("event-data:import.column")}</th>
              <th scope="col">{t("event-data:import.examples")}</th>
              <th scope="col">{t("event-data:import.target")}</th>
            </tr>
          </thead>
          <tbody>
            {file.columns.map((column) => (
              <ColumnRow key={column.at} column={column} isClash={clashes.has(column.at)} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="import-choices">
        <TypeSelect types={types} />
        <Choice name="key" values={IMPORT_KEYS} isHeld={running.busy} />
        <Choice name="blanks" values={["keep", "clear"]} isHeld={running.busy} />
        <Choice name="write" values={IMPORT_WRITES} isHeld={running.busy} />
        {file.state !== undefined && <Choice name="cancelled" values={["leave", "take"]} isHeld={running.busy} />}
      </div>
      {isOfOthers && <p className="note-warn">{t(`event-data:import.lists.${file.records}`)}</p>}
      {isOfPeople && choices.write !== "known" && !fault && !Object.values(mapping).includes("email") && (
        <p className="note-warn">{t("event-data:import.noMail")}</p>
      )}
      {fault && (
        <p className="form-problem import-fault" role="alert">
          {t(`event-data:import.fault.${fault}`)}
        </p>
      )}
    </>
  );
});

/** From about this length on a heading is cut off. */
const LONG = 60;

const ColumnRow = observer(function ColumnRow({ column, isClash }: { column: ImportColumn; isClash: boolean }) {
  const { importing, questions } = useStore(EventDataStore);
  const { at, title, examples, field, by } = column;
  const isAsFound = (importing.mapping[at] ?? null) === field;
  const heading = title.trim() || t("event-data:import.noHeading", { number: formatNumber(at + 1) });
  const removed = removedField(questions.fields, importing.mapping[at]);
  const isMisplaced = isOfOtherTypes(questions.fields, importing.mapping, at, importing.choices.type);
  const isLeft = isLeftByType(column, importing.mapping, importing.chosen, importing.choices.type);
  const isUnknown = by === "none" && field === null && examples.length > 0 && isAsFound;
  const why = removed
    ? "goneField"
    : isClash
      ? "double"
      : isMisplaced
        ? "otherType"
        : isLeft
          ? "leftByType"
          : isUnknown
            ? title.trim() === ""
              ? "blank"
              : "unknown"
            : isAsFound && by !== "none"
              ? by
              : undefined;
  const asked = removed ?? questions.fields.find(({ key }) => `fields.${key}` === field);
  return (
    <tr>
      <th scope="row">
        <span className="import-heading" title={heading.length > LONG ? heading : undefined}>
          <bdi>{heading}</bdi>
        </span>
      </th>
      <td className="import-examples">
        {examples.length > 0 ? (
          examples.map((example) => (
            <span key={example} title={example}>
              <bdi>{example}</bdi>
            </span>
          ))
        ) : (
          <span className="muted">{t("event-data:value.none")}</span>
        )}
      </td>
      <td>
        <FieldSelect column={column} heading={heading} isClash={isClash} removed={removed} />
        {why && (
          <span className={removed || isClash || isMisplaced ? "field-error" : "field-help"}>
            {t(`event-data:import.by.${why}`, { field: asked ? fieldName(asked, currentLocale()) : "" })}
          </span>
        )}
      </td>
    </tr>
  );
});

interface ChoiceProps<K extends "key" | "blanks" | "write" | "cancelled"> {
  name: K;
  values: readonly Choices[K][];
  isHeld: boolean;
}

const Choice = observer(function Choice<K extends "key" | "blanks" | "write" | "cancelled">({
  name,
  values,
  isHeld,
}: ChoiceProps<K>) {
  const { importing } = useStore(EventDataStore);
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t(`event-data:import.${name}`)}</label>
      <select
        id={id}
        className="input"
        value={importing.choices[name]}
        disabled={isHeld}
        onChange={({ target }) => importing.choose({ [name]: target.value } as Partial<Choices>)}
      >
        {values.map((value) => (
          <option key={value} value={value}>
            {t(`event-data:import.${name}.${value}`)}
          </option>
        ))}
      </select>
    </div>
  );
});
