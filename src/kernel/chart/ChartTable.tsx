// The plain numbers behind a picture; a place with rows of its own leads to them.
import { Link } from "react-router-dom";
import type { Figure } from "#schemas/figure.ts";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { tableOf } from "./reading.ts";

interface Props {
  figure: Figure;
  labelledBy: string;
  /** The picture's height, so that nothing below moves when one takes the other's place. */
  atLeast: number;
}

export function ChartTable({ figure, labelledBy, atLeast }: Props) {
  const { head, rows } = tableOf(figure);
  const [first, ...amounts] = head;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="chart-table" aria-labelledby={labelledBy} tabIndex={0} style={{ minHeight: atLeast }}>
      <table>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {amounts.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, values, path }, row) => (
            <tr key={figure.along.places[row]}>
              <th scope="row">{path ? <Link to={path}>{place}</Link> : place}</th>
              {values.map((value, at) => (
                <td key={amounts[at]}>{value === null ? t("chart:unknown") : formatNumber(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
