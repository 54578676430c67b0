// A chart in its frame: heading, picture or table, and both as files.
import { useId, useRef, useState } from "react";
import { t } from "../i18n/setup.ts";
import { say } from "../i18n/words.ts";
import { useEnv } from "../store/useStore.ts";
import { Button } from "../ui/Button.tsx";
import { download } from "../ui/download.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import type { ChartProps } from "./Chart.tsx";
import { ChartTable } from "./ChartTable.tsx";
import { Drawing } from "./Drawing.tsx";
import { Legend } from "./Legend.tsx";
import { heightOf } from "./plan.ts";
import { csvOf, isEmpty } from "./reading.ts";
import { fileNameOf, pngOf, svgOf } from "./saving.ts";

const KINDS = ["png", "svg", "csv"] as const;

export function ChartView({ figure, height = 220, level = 3, reachable = false }: ChartProps) {
  const id = useId();
  const picture = useRef<HTMLDivElement>(null);
  const { notices } = useEnv();
  const [isTable, setTable] = useState(false);
  const Heading = level === 2 ? "h2" : "h3";
  const empty = isEmpty(figure);
  const save = async (kind: (typeof KINDS)[number]) => {
    try {
      const svg = picture.current?.querySelector("svg");
      const name = `${fileNameOf(say(figure.title))}.${kind}`;
      if (kind === "csv") download(new Blob([csvOf(figure)], { type: "text/csv;charset=utf-8" }), name);
      else if (svg)
        download(kind === "svg" ? svgOf(svg, say(figure.title)) : await pngOf(svg, say(figure.title)), name);
    } catch {
      notices.error(t("chart:save.failed"));
    }
  };
  const entries = KINDS.filter((kind) => kind === "csv" || !isTable).map((kind) => ({
    text: t(`chart:save.${kind}`),
    onSelect: () => void save(kind),
  }));
  return (
    <figure className="chart" aria-labelledby={id}>
      <header className="chart-head">
        <div>
          <Heading id={id}>{say(figure.title)}</Heading>
          {figure.help && <p className="chart-help">{say(figure.help)}</p>}
        </div>
        {!empty && (
          <div className="panel-actions">
            <Button small tone="quiet" aria-pressed={isTable} aria-describedby={id} onClick={() => setTable(!isTable)}>
              {t("chart:table")}
            </Button>
            <MenuButton name={t("chart:save.title")} entries={entries} small tone="quiet" aria-describedby={id}>
              {t("chart:save.title")}
            </MenuButton>
          </div>
        )}
      </header>
      {empty && <p className="chart-empty">{t("chart:empty")}</p>}
      {!empty && isTable && <ChartTable figure={figure} labelledBy={id} atLeast={heightOf(figure, height)} />}
      {!empty && !isTable && (
        <div ref={picture}>
          <Legend figure={figure} />
          <Drawing figure={figure} height={height} reachable={reachable} />
        </div>
      )}
    </figure>
  );
}
