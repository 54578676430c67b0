// The plain numbers behind a picture; a place or a number with rows of its own leads to them.
import { Link } from "react-router-dom";
import { type TableOf, valueText } from "./reading.ts";

interface Props {
  table: TableOf;
  labelledBy: string;
  /** The picture's height, so that nothing below moves when one takes the other's place. */
  atLeast: number;
}

export function ChartTable({ table: { head, rows }, labelledBy, atLeast }: Props) {
  const [first, ...amounts] = head;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="chart-table" aria-labelledby={labelledBy} tabIndex={0} style={{ minHeight: atLeast }}>
      <table>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {amounts.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have their places, and two may be called alike
              <th scope="col" key={at}>
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, place, values, path, paths }) => (
            <tr key={key ?? `${place} ${path ?? ""}`}>
              <th scope="row">
                <bdi>
                  <Leading to={path}>{place}</Leading>
                </bdi>
              </th>
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={at}>
                  <Leading to={paths?.[at]}>{valueText(value)}</Leading>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Row and column say what a number counts. */
const Leading = ({ to, children }: { to: string | undefined; children: string }) =>
  to ? <Link to={to}>{children}</Link> : children;
