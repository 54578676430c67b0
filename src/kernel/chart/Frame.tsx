// The frame of a picture: its heading, the picture or its table, and both as files.
import { type MouseEvent, type ReactNode, useId, useRef } from "react";
import { Link } from "react-router-dom";
import { t } from "../i18n/setup.ts";
import { useEnv } from "../store/useStore.ts";
import { Button } from "../ui/Button.tsx";
import { download } from "../ui/download.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { ChartTable } from "./ChartTable.tsx";
import type { TableOf } from "./reading.ts";
import { fileNameOf, pngOf, svgOf } from "./saving.ts";
import { useTable } from "./tables.ts";

const KINDS = ["png", "svg", "csv"] as const;

interface Props {
  /** By which the address knows it: area, dot, name. */
  name: string;
  title: string;
  help?: string | undefined;
  /** Where the rows are that the help counts. */
  helpPath?: string | undefined;
  level: 2 | 3;
  isEmpty: boolean;
  /** What stands in the place of a picture of nothing. */
  empty?: ReactNode;
  /** Amounts, or a table that is drawn otherwise and named by what has the id. */
  table: TableOf | ((labelledBy: string) => ReactNode);
  csv: () => string;
  /** The picture's height, so that nothing below moves when the table takes its place. */
  height: number;
  children: ReactNode;
}

export function Frame({
  name: address,
  title,
  help,
  helpPath,
  level,
  isEmpty,
  empty,
  table,
  csv,
  height,
  children,
}: Props) {
  const id = useId();
  const picture = useRef<HTMLDivElement>(null);
  const { notices } = useEnv();
  const [isTable, setTable] = useTable(address);
  const Heading = level === 2 ? "h2" : "h3";
  const save = async (kind: (typeof KINDS)[number]) => {
    try {
      const svg = picture.current?.querySelector<SVGSVGElement>("svg.chart-drawing");
      const name = `${fileNameOf(title)}.${kind}`;
      if (kind === "csv") download(new Blob([csv()], { type: "text/csv;charset=utf-8" }), name);
      else if (svg) download(kind === "svg" ? svgOf(svg, title) : await pngOf(svg, title), name);
    } catch {
      notices.error(t("chart:save.failed"));
    }
  };
  // Back closes a dialog, whatever was looked at in it.
  const turn = ({ currentTarget }: MouseEvent) => setTable(!isTable, currentTarget.closest("[role=dialog]") !== null);
  const entries = KINDS.filter((kind) => kind === "csv" || !isTable).map((kind) => ({
    text: t(`chart:save.${kind}`),
    onSelect: () => void save(kind),
  }));
  return (
    <figure className="chart" aria-labelledby={id}>
      <header className="chart-head">
        <div>
          <Heading id={id}>{title}</Heading>
          {help && <p className="chart-help">{helpPath ? <Link to={helpPath}>{help}</Link> : help}</p>}
        </div>
        {!isEmpty && (
          <div className="panel-actions">
            <Button small tone="quiet" aria-pressed={isTable} aria-describedby={id} onClick={turn}>
              {t("chart:table")}
            </Button>
            <MenuButton name={t("chart:save.title")} entries={entries} small tone="quiet" aria-describedby={id}>
              {t("chart:save.title")}
            </MenuButton>
          </div>
        )}
      </header>
      {isEmpty && <div className="chart-empty">{empty ?? t("chart:empty")}</div>}
      {!isEmpty &&
        isTable &&
        (typeof table === "function" ? table(id) : <ChartTable table={table} labelledBy={id} atLeast={height} />)}
      {!isEmpty && !isTable && <div ref={picture}>{children}</div>}
    </figure>
  );
}
