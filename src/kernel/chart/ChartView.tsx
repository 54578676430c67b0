// A chart in its frame: its legend and its drawing.
import { say } from "../i18n/words.ts";
import type { ChartProps } from "./Chart.tsx";
import { Drawing } from "./Drawing.tsx";
import { Frame } from "./Frame.tsx";
import { Legend } from "./Legend.tsx";
import { csvOf, tableOf } from "./reading.ts";
import { HEIGHT, heightOf, isEmpty } from "./room.ts";

export function ChartView({ figure, height = HEIGHT, level = 3, reachable = false, empty }: ChartProps) {
  return (
    <Frame
      name={figure.id}
      title={say(figure.title)}
      help={figure.help && say(figure.help)}
      helpPath={figure.helpPath}
      level={level}
      isEmpty={isEmpty(figure)}
      empty={empty}
      table={tableOf(figure)}
      csv={() => csvOf(figure)}
      height={heightOf(figure, height)}
    >
      <Legend figure={figure} />
      <Drawing figure={figure} height={height} reachable={reachable} />
    </Frame>
  );
}
