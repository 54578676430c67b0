// `lanyard nav matrix`: every entry against every named role; what else it takes stands in the cell.
import { EVERYBODY, NOBODY } from "#schemas/audience.ts";
import { layoutOf, shownTo } from "#schemas/lint/entries.ts";
import { sayCube } from "#schemas/sayAudience.ts";
import { ROLES } from "#schemas/scalars.ts";
import { EXIT, type Outcome } from "../outcome.ts";
import { load } from "../project.ts";
import { usableProject } from "./usable.ts";

export async function navMatrix(root: string, config?: string, at?: string): Promise<Outcome> {
  const layout = layoutOf(usableProject(await load(root, { config, today: at })));
  const { universe } = layout;
  const rows = layout.entries.map((entry) => {
    const shown = at ? universe.and(shownTo(layout, entry), universe.day(at)) : shownTo(layout, entry);
    const cells = ROLES.map((role) => {
      const set = at ? universe.anyDay(universe.forRole(shown, role.id)) : universe.forRole(shown, role.id);
      if (set === NOBODY) return [role.name, "–"] as const;
      return [
        role.name,
        set === EVERYBODY
          ? "✓"
          : universe
              .describe(set)
              .map((cube) => sayCube(cube, universe.variables))
              .join("; or "),
      ] as const;
    });
    return {
      entry: entry.id,
      group: entry.groups.join(" › "),
      cells: Object.fromEntries(cells) as Record<string, string>,
    };
  });
  return {
    command: "nav matrix",
    checked: rows.length,
    findings: [],
    exit: rows.length > 0 ? EXIT.clean : EXIT.findings,
    lines: linesOf(rows),
    extra: { matrix: rows },
  };
}

/** A table of signs; the words behind the numbered signs follow. */
function linesOf(rows: { entry: string; cells: Record<string, string> }[]): string[] {
  const notes = new Map<string, string>();
  const sign = (cell: string) => {
    if (cell === "✓" || cell === "–") return cell;
    if (!notes.has(cell)) notes.set(cell, `${notes.size + 1}`);
    return notes.get(cell) as string;
  };
  const width = Math.max(5, ...rows.map((row) => row.entry.length));
  const head = ROLES.map((role) => role.name.slice(0, 12).padEnd(13)).join("");
  const body = rows.map((row) =>
    `${row.entry.padEnd(width)}  ${ROLES.map((role) => sign(row.cells[role.name] ?? "–").padEnd(13)).join("")}`.trimEnd(),
  );
  return [
    `${"".padEnd(width)}  ${head}`.trimEnd(),
    ...body,
    ...[...notes].map(([text, number]) => `${number}: ${text}`),
  ];
}
