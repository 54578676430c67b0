// The picture itself: marks, axes, and what the pointer is told. Whoever does not see it hears one sentence and has the table.
import { type MouseEvent, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Figure } from "#schemas/figure.ts";
import { say } from "../i18n/words.ts";
import { BarLinks, Walk } from "./Leads.tsx";
import { fitted } from "./letters.ts";
import { Patterns, UNKNOWN } from "./Patterns.tsx";
import { type Mark, type Plan, planChart } from "./plan.ts";
import { type Meant, meantAt, pathOf } from "./pointing.ts";
import { placeText, summaryOf, valueText } from "./reading.ts";
import { heightOf, isLying } from "./room.ts";
import { useWidth } from "./useWidth.ts";

interface Props {
  figure: Figure;
  height: number;
  reachable: boolean;
}

export function Drawing({ figure, height, reachable }: Props) {
  const { room, width } = useWidth();
  const id = useId().replaceAll(":", "");
  const go = useNavigate();
  const [over, setOver] = useState<Meant>();
  const plan = useMemo(() => (width > 0 ? planChart(figure, width, height) : undefined), [figure, width, height]);
  const find = ({ clientX, clientY, currentTarget }: MouseEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const meant = plan && meantAt(plan, flipped(clientX - box.left, box.width), clientY - box.top);
    setOver((before) => (isSame(before, meant) ? before : meant));
    return meant && pathOf(figure, meant);
  };
  /** A finger has been nowhere before it taps. */
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const path = find(event);
    if (path) go(path);
  };
  return (
    <div className="chart-room" ref={room} style={{ height: heightOf(figure, height) }}>
      {plan && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: links over it lead to the same for the keyboard
        <svg
          className={`chart-drawing ${over && pathOf(figure, over) ? "chart-leads" : ""}`}
          width={plan.width}
          height={plan.height}
          role="img"
          aria-label={summaryOf(figure)}
          onPointerMove={find}
          onPointerLeave={() => setOver(undefined)}
          onClick={press}
        >
          <Patterns id={id} />
          <Picture figure={figure} plan={plan} id={id} over={over?.place} />
        </svg>
      )}
      {plan && reachable && isLying(figure) && <BarLinks figure={figure} plan={plan} onOver={setOver} />}
      {plan && !(reachable && isLying(figure)) && (
        <Walk figure={figure} plan={plan} isRightToLeft={isRightToLeft} onOver={setOver} />
      )}
      {plan && over && <Told figure={figure} plan={plan} meant={over} />}
    </div>
  );
}

const isSame = (one: Meant | undefined, other: Meant | undefined) =>
  one?.place === other?.place && one?.series === other?.series;

/** Pictures run from the side where reading begins. */
const isRightToLeft = () => document.documentElement.dir === "rtl";
const flipped = (x: number, width: number) => (isRightToLeft() ? width - x : x);

interface PictureProps {
  figure: Figure;
  plan: Plan;
  id: string;
  over: number | undefined;
}

function Picture({ figure, plan, id, over }: PictureProps) {
  const x = (at: number, width = 0) => (isRightToLeft() ? plan.width - at - width : at);
  const zone = over === undefined ? undefined : plan.zones[over];
  const lying = isLying(figure);
  return (
    <>
      {zone && <rect className="chart-over" {...zone} x={x(zone.x, zone.width)} rx="3" />}
      {plan.grid.map(({ y, from, to }) => (
        <line key={y} className="chart-grid" x1={x(from)} x2={x(to)} y1={y} y2={y} />
      ))}
      {plan.zero && <line className="chart-zero" {...plan.zero} x1={x(plan.zero.x1)} x2={x(plan.zero.x2)} />}
      {plan.marks.map((mark) => (
        <MarkView
          key={`${mark.series}-${mark.place}-${mark.isUnknown}`}
          mark={mark}
          x={x(mark.x, mark.width)}
          id={id}
        />
      ))}
      <g transform={isRightToLeft() ? `translate(${plan.width} 0) scale(-1 1)` : undefined}>
        {plan.lines.map(({ line, area, dots }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: courses have their places, and two may be called alike
          <g key={at} className={`chart-series-${at % 6}`}>
            {plan.lines.length === 1 && <path className="chart-area" d={area} />}
            <path className="chart-line" d={line} />
            {dots.map(({ x: cx, y: cy }) => (
              <circle key={cx} className="chart-point" cx={cx} cy={cy} r="3.5" />
            ))}
          </g>
        ))}
      </g>
      {plan.places.map(({ x: at, y, text }) => (
        <text key={`${at} ${y}`} className={lying ? "chart-name" : "chart-place"} x={x(at)} y={y}>
          {text}
        </text>
      ))}
      {plan.amounts.map(({ x: at, y, text }) => (
        <text key={`${at} ${y}`} className={lying ? "chart-amount" : "chart-tick"} x={x(at)} y={y}>
          {text}
        </text>
      ))}
      {plan.names.map(({ x: at, y, text }) => (
        <text key={y} className="chart-name" x={x(at)} y={y}>
          {text}
        </text>
      ))}
    </>
  );
}

function MarkView({ mark, x, id }: { mark: Mark; x: number; id: string }) {
  const { y, width, height, series, step, isLess, isUnknown, text } = mark;
  const box = { x, y, width, height, rx: Math.min(2, width / 2) };
  if (step !== undefined || isUnknown) {
    return (
      <>
        {isUnknown ? (
          <rect className="chart-unknown" {...box} fill={`url(#${id}-${UNKNOWN})`} />
        ) : (
          <rect className={`chart-heat chart-heat-${step} ${isLess ? "chart-heat-less" : ""}`} {...box} />
        )}
        {text && (
          <text className={`chart-cell ${isUnknown ? "chart-cell-unknown" : ""}`} x={x + width / 2} y={y + height / 2}>
            {text}
          </text>
        )}
      </>
    );
  }
  if (width <= 0 || height <= 0) return null;
  return (
    <g className={`chart-series-${series % 6}`}>
      <rect className="chart-bar" {...box} />
      {series % 6 > 0 && <rect {...box} fill={`url(#${id}-${series % 6})`} />}
    </g>
  );
}

const TOLD_WIDTH = 200;
/** About three lines of it. */
const TOLD_NAME = 480;

/** What stands at the place under the pointer; decoration for screen readers, which have the table. */
function Told({ figure, plan, meant: { place, series } }: { figure: Figure; plan: Plan; meant: Meant }) {
  const zone = plan.zones[place];
  if (!zone) return null;
  const centre = flipped(zone.x + zone.width / 2, plan.width);
  const left = Math.max(0, Math.min(plan.width - TOLD_WIDTH, centre - TOLD_WIDTH / 2));
  const top = isLying(figure) ? zone.y + zone.height + 2 : 4;
  const told = figure.series.map(({ name, values }, at) => ({ at, name, value: values[place] ?? null }));
  const shown = told.filter(({ value }) => told.length === 1 || value !== 0);
  return (
    <div className="chart-told" aria-hidden="true" style={{ transform: `translate(${left}px, ${top}px)` }}>
      <strong>
        <bdi>{fitted(placeText(figure.along, figure.along.places[place] ?? ""), TOLD_NAME)}</bdi>
      </strong>
      {shown.map(({ at, name, value }) => (
        <span key={at} className={at === series && told.length > 1 ? "chart-told-meant" : undefined}>
          <bdi>{fitted(say(told.length === 1 ? figure.unit : name), TOLD_NAME)}</bdi>: {valueText(value)}
        </span>
      ))}
    </div>
  );
}
