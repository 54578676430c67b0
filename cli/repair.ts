// `--fix`: puts repairs into the texts of files until there is none left, and writes the files or only shows what would change.
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Draft, Edit } from "#schemas/lint/project.ts";
import { Failure } from "./outcome.ts";
import { patch } from "./patch.ts";
import { writeAll } from "./writeAll.ts";

/** Rounds that any project needs: a repair may uncover another one. */
const MOST_ROUNDS = 1000;

/** Repairs what can be; `look` answers what is found with some texts in the place of those on disk. Answers what changed, as a patch. */
export async function repair(
  root: string,
  found: readonly Draft[],
  look: (instead: ReadonlyMap<string, string>) => Promise<Draft[]>,
  how: "write" | "show",
): Promise<string[]> {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  const textOf = (file: string) => {
    if (!before.has(file)) before.set(file, readFileSync(resolve(root, file), "utf8"));
    return after.get(file) ?? (before.get(file) as string);
  };
  let settled = 0;
  let drafts = found;
  for (let round = 0; ; round += 1) {
    const chosen = withoutOverlaps(drafts);
    if (chosen.length === 0) break;
    if (round === MOST_ROUNDS) throw new Failure("The repairs come to no end, so nothing was written.");
    for (const [file, edits] of byFile(chosen.flat())) after.set(file, applied(textOf(file), edits));
    settled += chosen.length;
    drafts = await look(after);
  }
  if (how === "write") writeAll(root, after);
  const patches = [...after].flatMap(([file, text]) =>
    patch(relative(root, resolve(root, file)) || file, before.get(file) as string, text),
  );
  if (settled === 0) return ["There is nothing to repair without doubt."];
  const files = `${after.size} ${after.size === 1 ? "file" : "files"}`;
  return [
    ...patches,
    `${how === "write" ? "Repaired" : "Would repair"} ${settled} ${settled === 1 ? "finding" : "findings"} in ${files}.`,
    "",
  ];
}

/** The repairs that can be made at once; each wholly or not at all. */
function withoutOverlaps(drafts: readonly Draft[]): Edit[][] {
  const taken: Edit[] = [];
  return drafts.flatMap(({ edits = [] }) => {
    const meets = edits.some((edit) =>
      taken.some((other) => other.file === edit.file && edit.start <= other.end && other.start <= edit.end),
    );
    if (edits.length === 0 || meets) return [];
    taken.push(...edits);
    return [edits];
  });
}

function byFile(edits: readonly Edit[]): Map<string, Edit[]> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) groups.set(edit.file, [...(groups.get(edit.file) ?? []), edit]);
  return groups;
}

function applied(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}
