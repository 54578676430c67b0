// The lines that were left out, as a table: what is wrong stands beside the cell, and is mended in it.
import { observer } from "mobx-react-lite";
import { type ChangeEvent, useId } from "react";
import type { ImportResult } from "#schemas/core.ts";
import { hasOptions, optionName } from "#schemas/fields.ts";
import { currentLocale, formatNumber, t, useSession, useStore } from "#web";
import { STATUSES } from "../../contract.ts";
import { statusText } from "../columns.tsx";
import { EventDataStore } from "../store.ts";
import { columnsToMend, isRoom, type Line, type MendColumn } from "./mended.ts";

type Told = ImportResult["errors"][number];

interface Props {
  lines: readonly Line[];
  errors: readonly Told[];
}

export const MendLines = observer(function MendLines({ lines, errors }: Props) {
  const { importing } = useStore(EventDataStore);
  const { file, mapping } = importing;
  const id = useId();
  if (!file) return null;
  const width = Math.max(...lines.map(({ cells }) => cells.length));
  const columns = columnsToMend(file.columns, (at) => mapping[at], errors, width);
  return (
    <section className="import-errors" aria-labelledby={id}>
      <h4 id={id}>{t("event-data:import.mendTitle")}</h4>
      <p className="field-help">{t("event-data:import.mendHere")}</p>
      <div className="import-lines">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("event-data:import.line")}</th>
              {columns.map((column) => (
                <th scope="col" key={column.at}>
                  <bdi>{headingOf(column)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <LineRow
                key={line.line}
                id={id}
                line={line}
                columns={columns}
                errors={errors.filter((one) => one.line === line.line)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {columns.map((column) => (
        <Offered key={column.at} id={`${id}-${column.at}`} {...column} />
      ))}
    </section>
  );
});

const headingOf = ({ title, at }: MendColumn) =>
  title.trim() || t("event-data:import.noHeading", { number: formatNumber(at + 1) });

interface RowProps {
  id: string;
  line: Line;
  columns: readonly MendColumn[];
  errors: readonly Told[];
}

const LineRow = observer(function LineRow({ id, line: { line, cells }, columns, errors }: RowProps) {
  const { importing } = useStore(EventDataStore);
  const now = importing.mended[line] ?? cells;
  const ofLine = errors.filter(({ field }) => !field || !columns.some((column) => column.field === field));
  const lineId = `${id}-${line}`;
  return (
    <>
      <tr>
        <th scope="row">{formatNumber(line)}</th>
        {columns.map((column) => {
          const wrong = errors.filter(({ field }) => field !== "" && field === column.field);
          const cellId = `${lineId}-${column.at}`;
          const told = cells[column.at] ?? "";
          const props = {
            className: "input",
            dir: "auto",
            maxLength: 10_000,
            "aria-label": t("event-data:import.cellOf", { column: headingOf(column), line: formatNumber(line) }),
            "aria-invalid": (wrong.length > 0 && now === cells) || undefined,
            "aria-describedby": wrong.length > 0 ? cellId : ofLine.length > 0 ? lineId : undefined,
            disabled: importing.running.busy || !isRoom(importing.mended, line),
            value: now[column.at] ?? "",
            onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
              importing.mend(line, column.at, target.value),
          };
          return (
            <td key={column.at}>
              {/* An input of one line would take the breaks out of what was told. */}
              {told.includes("\n") ? (
                <textarea rows={Math.min(told.split("\n").length, 6)} {...props} />
              ) : (
                <input list={`${id}-${column.at}`} {...props} />
              )}
              {wrong.length > 0 && (
                <span className="field-error" id={cellId}>
                  {wrong.map(({ message }) => message).join(" ")}
                </span>
              )}
            </td>
          );
        })}
      </tr>
      {ofLine.length > 0 && (
        <tr className="import-line-wrong">
          <td />
          <td colSpan={columns.length}>
            <span className="field-error" id={lineId}>
              {ofLine.map(({ message }) => message).join(" ")}
            </span>
          </td>
        </tr>
      )}
    </>
  );
});

/** What a column may hold, where that is one of a few. */
const Offered = observer(function Offered({ id, field }: MendColumn & { id: string }) {
  const { questions } = useStore(EventDataStore);
  const categories = useSession().typeCategories ?? [];
  const asked = questions.fields.find(({ key }) => `fields.${key}` === field);
  const names =
    field === "status"
      ? STATUSES.map(statusText)
      : field === "type_id"
        ? categories.flatMap(({ types }) => types.map(({ type }) => type))
        : asked && hasOptions(asked)
          ? asked.options.filter((one) => !one.archived).map(({ key }) => optionName(asked, key, currentLocale()))
          : [];
  if (names.length === 0) return null;
  return (
    <datalist id={id}>
      {[...new Set(names)].map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
});
