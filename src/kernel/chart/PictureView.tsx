// A picture that an area draws itself, in the frame and the clothes of the charts.

import type { PictureProps } from "./Chart.tsx";
import { Frame } from "./Frame.tsx";
import { fitted } from "./letters.ts";
import { csvOfTable } from "./reading.ts";
import { useWidth } from "./useWidth.ts";

export function PictureView({ id, title, help, level = 3, summary, table, height, widthIn, draw }: PictureProps) {
  const { room, width } = useWidth<HTMLElement>();
  const whole = width > 0 && widthIn ? Math.max(width, widthIn(width)) : width;
  return (
    <Frame
      name={id}
      title={title}
      help={help}
      level={level}
      isEmpty={table.rows.length === 0}
      table={table}
      csv={() => csvOfTable(table)}
      height={height}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section
        className={`chart-room ${whole > width ? "chart-room-wide" : ""}`}
        dir="ltr"
        ref={room}
        style={{ minHeight: height }}
        {...(whole > width && { tabIndex: 0, "aria-label": summary })}
      >
        {width > 0 && (
          <svg className="chart-drawing" width={whole} height={height} role="img" aria-label={summary}>
            {draw(whole, fitted, width)}
          </svg>
        )}
      </section>
    </Frame>
  );
}
