// The matrix of one verb: who stands in the row may do it with who stands in the column. Heads stand for their whole row or column.
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { Button, readingKey, t, useStore } from "#web";
import { actorsOf, TARGETS, type Verb } from "../../data-types/contract.ts";
import { cellKey, explain, isPossible, mayDo } from "../contract/judge.ts";
import type { RuledType } from "../contract.ts";
import { TypeRulesStore } from "./store.ts";

interface Props {
  verb: Verb;
  onExplain: (from: number, to: number) => void;
}

/** Row and column, from 0 for the heads. */
interface Place {
  row: number;
  column: number;
}

export const Matrix = observer(function Matrix({ verb, onExplain }: Props) {
  const store = useStore(TypeRulesStore);
  const table = useRef<HTMLTableElement>(null);
  const [place, setPlace] = useState<Place>();
  const rows = store.types.filter((type) => actorsOf(verb).includes(type.type_category_id));
  const columns = store.types.filter((type) => TARGETS[verb].includes(type.type_category_id));
  const at = { row: Math.min(place?.row ?? 1, rows.length), column: Math.min(place?.column ?? 1, columns.length) };
  const from = at.row === 0 ? rows : rows.slice(at.row - 1, at.row);
  const to = at.column === 0 ? columns : columns.slice(at.column - 1, at.column);
  const one = at.row > 0 && at.column > 0 && from[0] && to[0] ? { from: from[0], to: to[0] } : undefined;

  const go = (next: Place) => {
    const row = Math.max(0, Math.min(rows.length, next.row));
    const column = Math.max(0, Math.min(columns.length, next.column));
    setPlace({ row, column });
    table.current?.rows[row]?.cells[column]?.focus();
  };
  const say = (allow: boolean | undefined) => store.canSave && store.say(verb, from, to, allow);
  /** The next of default, yes and no; for a whole row or column, away from what most of it says. */
  const cycle = () => say(next(from.flatMap((a) => to.map((b) => store.ruling.cells.get(cellKey(a.id, b.id, verb))))));
  /** A first click chooses, a second one cycles. */
  const onClick = ({ target }: MouseEvent) => {
    const cell = (target as HTMLElement).closest<HTMLTableCellElement>("td, th");
    const row = (cell?.parentElement as HTMLTableRowElement | null)?.rowIndex;
    if (!cell || row === undefined) return;
    if (row === at.row && cell.cellIndex === at.column && place) cycle();
    else go({ row, column: cell.cellIndex });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey } = event;
    const key = readingKey(event);
    const far = ctrlKey || metaKey;
    const moves: Record<string, Place> = {
      ArrowUp: { ...at, row: far ? 0 : at.row - 1 },
      ArrowDown: { ...at, row: far ? rows.length : at.row + 1 },
      ArrowLeft: { ...at, column: far ? 0 : at.column - 1 },
      ArrowRight: { ...at, column: far ? columns.length : at.column + 1 },
      Home: { row: far ? 0 : at.row, column: 0 },
      End: { row: far ? rows.length : at.row, column: columns.length },
    };
    if (key === "z" && far) store.undo();
    else if (moves[key]) go(moves[key] as Place);
    else if (key === " ") cycle();
    else if (key === "Delete" || key === "Backspace") say(undefined);
    else if (key === "Enter" && one) onExplain(one.from.id, one.to.id);
    else return;
    event.preventDefault();
  };
  const head = (row: number, column: number, type: RuledType | undefined, scope: "row" | "col") => (
    <th
      key={type?.id ?? "all"}
      scope={scope}
      role={type ? (scope === "row" ? "rowheader" : "columnheader") : "columnheader"}
      tabIndex={at.row === row && at.column === column ? 0 : -1}
      aria-selected={at.row === row && at.column === column}
    >
      {type ? (
        <span className="clamped">{type.type}</span>
      ) : (
        <span className="sr-only">{t("data-types-permissions:matrix.all")}</span>
      )}
    </th>
  );
  const words = { from: one?.from.type ?? nameOf(from, at.row), to: one?.to.type ?? nameOf(to, at.column) };

  return (
    <div className={`rules-matrix ${crowding(columns.length)}`}>
      <div className="rules-tools" role="toolbar" aria-label={t("data-types-permissions:tools.title")}>
        <span className="rules-chosen">
          {t(`data-types-permissions:tools.${verb}`, { from: shortened(words.from), to: shortened(words.to) })}
          {one && (
            <span className={mayDo(store.ruling, one.from, one.to, verb) ? "chip chip-good" : "chip"}>
              {t(`data-types-permissions:answer.${mayDo(store.ruling, one.from, one.to, verb) ? "yes" : "no"}`)}
            </span>
          )}
        </span>
        <div className="rules-say">
          {store.canSave && (
            <>
              <Button small onClick={() => say(true)}>
                {t("data-types-permissions:tools.allow")}
              </Button>
              <Button small onClick={() => say(false)}>
                {t("data-types-permissions:tools.refuse")}
              </Button>
              <Button small onClick={() => say(undefined)}>
                {t("data-types-permissions:tools.default")}
              </Button>
            </>
          )}
          <Button small tone="quiet" disabled={!one} onClick={() => one && onExplain(one.from.id, one.to.id)}>
            {t("data-types-permissions:tools.explain")}
          </Button>
        </div>
      </div>
      <div className="rules-scroll">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows walk through its cells
          role="grid"
          aria-label={t(`data-types-permissions:grid.${verb}`)}
          aria-describedby="rules-keys"
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              {head(0, 0, undefined, "col")}
              {columns.map((type, column) => head(0, column + 1, type, "col"))}
            </tr>
          </thead>
          <tbody>
            {rows.map((a, row) => (
              <tr key={a.id}>
                {head(row + 1, 0, a, "row")}
                {columns.map((b, column) => {
                  const isAt = at.row === row + 1 && at.column === column + 1;
                  const isChosen =
                    (at.row === 0 || at.row === row + 1) && (at.column === 0 || at.column === column + 1);
                  const look = lookOf(store.ruling, a, b, verb);
                  return (
                    <td
                      key={b.id}
                      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is a cell of that grid
                      role="gridcell"
                      tabIndex={isAt ? 0 : -1}
                      aria-selected={isChosen}
                      className={`rules-cell rules-${look.said} ${look.allowed ? "rules-yes" : "rules-no"}`}
                      aria-label={`${a.type} → ${b.type}: ${look.words}`}
                      title={look.words}
                    >
                      <span aria-hidden="true">
                        {look.allowed ? "✓" : "–"}
                        {look.isOneWay && <sup className="rules-oneway">⇢</sup>}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="field-help" id="rules-keys">
        {t("data-types-permissions:matrix.keys")}
      </p>
      <ul className="rules-legend" aria-label={t("data-types-permissions:legend.title")}>
        <li>
          <span className="rules-cell rules-own rules-yes">✓</span> {t("data-types-permissions:legend.own")}
        </li>
        <li>
          <span className="rules-cell rules-default rules-yes">✓</span> {t("data-types-permissions:legend.default")}
        </li>
        <li>
          <span className="rules-cell rules-blocked rules-no">–</span> {t("data-types-permissions:legend.blocked")}
        </li>
        <li>
          <sup className="rules-oneway">⇢</sup> {t("data-types-permissions:legend.oneWay")}
        </li>
      </ul>
    </div>
  );
});

/** How many heads stand side by side: several and many are turned where room is short for them, a crowd always. */
function crowding(columns: number): string {
  if (columns > 7) return "rules-crowd";
  if (columns > 5) return "rules-several rules-many";
  return columns > 3 ? "rules-several" : "";
}

function nameOf(types: readonly RuledType[], at: number): string {
  return at === 0 ? t("data-types-permissions:everyone") : (types[0]?.type ?? "");
}

const LONGEST = 60;

/** A name as a part of a sentence; whole it stands at its row and column. */
function shortened(name: string): string {
  const letters = [...name];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : name;
}

/** Default → yes → no → default; several cells go where the next of most of them is. */
function next(said: readonly (boolean | undefined)[]): boolean | undefined {
  const count = (value: boolean | undefined) => said.filter((one) => one === value).length;
  const most = [undefined, true, false].reduce((a, b) => (count(b) > count(a) ? b : a));
  return most === undefined ? true : most === true ? false : undefined;
}

/** Rules beside what is said of the pair, which may say no to it. */
const BLOCKING: readonly string[] = ["sight", "linked", "meets_from", "meets_to", "approached"];

/** How a cell looks: what decides, what comes of it, and whether the other way round it is different. */
function lookOf(ruling: Parameters<typeof explain>[0], a: RuledType, b: RuledType, verb: Verb) {
  const { allowed, steps } = explain(ruling, a, b, verb);
  const decides = steps.find((step) => step.decides)?.rule;
  const isSaid = ruling.cells.has(cellKey(a.id, b.id, verb));
  const isBlocked = decides !== undefined && BLOCKING.includes(decides);
  const said = isBlocked ? "blocked" : isSaid ? "own" : "default";
  const isOneWay = isPossible(b, a, verb) && allowed && !mayDo(ruling, b, a, verb);
  const words = [
    t(`data-types-permissions:answer.${allowed ? "yes" : "no"}`),
    t(`data-types-permissions:said.${isBlocked ? (decides ?? "") : said}`),
    ...(isOneWay ? [t("data-types-permissions:legend.oneWay")] : []),
  ].join(", ");
  return { allowed, said, isOneWay, words };
}
