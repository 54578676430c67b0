// What of a picture leads somewhere, as links over it that the keyboard reaches.
import { type KeyboardEvent, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import type { Figure } from "#schemas/figure.ts";
import { t } from "../i18n/setup.ts";
import { say } from "../i18n/words.ts";
import { placePath } from "./leading.ts";
import type { Plan } from "./plan.ts";
import { afterKey, boxOf, type Meant, pathOf, rowsOf } from "./pointing.ts";
import { amountText, placeText, valueText } from "./reading.ts";
import { isLying } from "./room.ts";

interface Props {
  figure: Figure;
  plan: Plan;
  isRightToLeft: () => boolean;
  onOver: (meant: Meant | undefined) => void;
}

/** Over each bar that leads somewhere lies a link, which the keyboard reaches and which says place and amount. */
export function BarLinks({ figure, plan, onOver }: Omit<Props, "isRightToLeft">) {
  return (
    <ul className="chart-links">
      {figure.along.places.map((_, place) => {
        const { y = 0, height = 0 } = plan.zones[place] ?? {};
        const path = placePath(figure, place);
        const [over, out] = [() => onOver({ place }), () => onOver(undefined)];
        if (!path) return null;
        return (
          <li key={path}>
            <Link
              to={path}
              aria-label={textOf(figure, { place })}
              style={{ insetBlockStart: y, height }}
              onPointerEnter={over}
              onPointerLeave={out}
              onFocus={over}
              onBlur={out}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** One link for all marks, so that a year of days is one stop of the Tab key: arrows take it from one to the next. */
export function Walk({ figure, plan, isRightToLeft, onOver }: Props) {
  const rows = useMemo(() => rowsOf(figure), [figure]);
  const [chosen, choose] = useState<Meant>();
  const isThere = (meant: Meant) =>
    rows.some((row) => row.some(({ place, series }) => place === meant.place && series === meant.series));
  // What is newest stands at the end of a course; named things begin with the most.
  const usual = isLying(figure) ? rows[0]?.[0] : rows[0]?.at(-1);
  const meant = chosen && isThere(chosen) ? chosen : usual;
  const path = meant && pathOf(figure, meant);
  if (!meant || !path) return null;
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = afterKey(figure, rows, meant, event.key, isRightToLeft());
    if (!next) return;
    // Arrows would scroll the page.
    event.preventDefault();
    choose(next);
    onOver(next);
  };
  const { x, y, width, height } = boxOf(plan, meant);
  return (
    <Link
      className="chart-walk"
      to={path}
      aria-label={textOf(figure, meant)}
      style={{ insetInlineStart: x, insetBlockStart: y, width, height }}
      onKeyDown={press}
      onFocus={() => onOver(meant)}
      onBlur={() => onOver(undefined)}
    />
  );
}

/** What is meant, and how much it is. */
function textOf(figure: Figure, { place: at, series: of }: Meant): string {
  const place = placeText(figure.along, figure.along.places[at] ?? "");
  const one = of === undefined ? undefined : figure.series[of];
  if (!one) return t("chart:place", { place, amount: amountText(figure, at) });
  return t("chart:place", { place: `${place}, ${say(one.name)}`, amount: valueText(one.values[at] ?? null) });
}
