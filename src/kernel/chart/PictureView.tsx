// A picture that an area draws itself, in the frame and the clothes of the charts.

import type { PictureProps } from "./Chart.tsx";
import { Frame } from "./Frame.tsx";
import { fitted } from "./plan.ts";
import { csvOfTable } from "./reading.ts";
import { useWidth } from "./useWidth.ts";

export function PictureView({ title, help, level = 3, summary, table, height, draw }: PictureProps) {
  const { room, width } = useWidth();
  return (
    <Frame
      title={title}
      help={help}
      level={level}
      isEmpty={table.rows.length === 0}
      table={table}
      csv={() => csvOfTable(table)}
      height={height}
    >
      <div className="chart-room" ref={room} style={{ height }}>
        {width > 0 && (
          <svg className="chart-drawing" width={width} height={height} role="img" aria-label={summary}>
            {draw(width, fitted)}
          </svg>
        )}
      </div>
    </Frame>
  );
}
