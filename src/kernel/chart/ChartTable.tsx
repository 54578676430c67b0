// The plain numbers behind a picture; a place or a number with rows of its own leads to them.
import { Link } from "react-router-dom";
import { t } from "../i18n/setup.ts";
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
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, place, values, path, paths }) => (
            <tr key={key ?? `${place} ${path ?? ""}`}>
              <th scope="row">{path ? <Link to={path}>{place}</Link> : place}</th>
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={at}>
                  <Amount text={valueText(value)} of={`${place}, ${amounts[at] ?? ""}`} path={paths?.[at]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A number that leads somewhere says what it counts, also to whoever reads links alone. */
function Amount({ text, of, path }: { text: string; of: string; path: string | undefined }) {
  if (!path) return text;
  return (
    <Link to={path} aria-label={t("chart:place", { place: of, amount: text })}>
      {text}
    </Link>
  );
}
