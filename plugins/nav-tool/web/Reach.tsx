// Whom a draft concerns: for every role, how many entries come, go, move or change; a role leads to its comparison.
import { Panel, roleText, t } from "#web";
import type { RoleFacts } from "../contract.ts";
import type { Tally } from "./compare.ts";

interface Props {
  tallies: readonly { role: RoleFacts; tally: Tally }[];
  selected: number;
  onSelect: (roleId: number) => void;
}

const COLUMNS = ["gained", "lost", "moved", "state"] as const;

export function Reach({ tallies, selected, onSelect }: Props) {
  const concerned = tallies.filter(({ tally }) => COLUMNS.some((column) => tally[column] > 0)).length;
  return (
    <Panel title={t("nav-tool:reach")} help={t("nav-tool:reach.help")}>
      <p role="status">
        {concerned === 0
          ? t("nav-tool:reach.nobody")
          : t("nav-tool:reach.count", { count: concerned, all: tallies.length })}
      </p>
      {concerned > 0 && (
        <table className="nav-tool-reach">
          <thead>
            <tr>
              <th scope="col">{t("nav-tool:audience.role")}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`nav-tool:change.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tallies.map(({ role, tally }) => (
              <tr key={role.id} className={role.id === selected ? "nav-tool-chosen" : undefined}>
                <th scope="row">
                  <button type="button" aria-pressed={role.id === selected} onClick={() => onSelect(role.id)}>
                    {roleText(role)}
                  </button>
                </th>
                {COLUMNS.map((column) => (
                  <td key={column} className={tally[column] > 0 ? `nav-tool-${column}` : undefined}>
                    {tally[column] || "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
