// Takes away the findings that are put up with, and reports suppressions that have ended or meet nothing.
import { type Draft, faultOf, type Project, placeOf } from "./project.ts";
import { remove } from "./repair.ts";

/**
 * What is left of some findings, with what is wrong about the suppressions themselves. `rules` are those that were checked.
 * Only a look at the whole project, every file of which was understood, can tell that a suppression meets nothing.
 */
export function suppress(
  project: Project,
  drafts: readonly Draft[],
  rules: ReadonlySet<string>,
  isWhole = true,
): Draft[] {
  const source = project.suppressions;
  if (!source) return [...drafts];
  const met = new Set<number>();
  const seesAll = isWhole && !faultOf(project);
  const left = drafts.filter((draft) => {
    if (draft.fatal) return true;
    const at = source.value.suppress.findIndex((one) => one.until >= project.today && covers(one, draft));
    if (at >= 0) met.add(at);
    return at < 0;
  });
  source.value.suppress.forEach((one, at) => {
    const tell = (
      rule: string,
      severity: Draft["severity"],
      message: string,
      key: string,
      edits: Draft["edits"] = [],
    ) => left.push({ rule, severity, message, ...placeOf(source, `/suppress/${at}${key}`), edits });
    if (one.until < project.today)
      tell("suppress/expired", "error", `This suppression of ${one.rule} ended on ${one.until}`, "/until");
    else if (seesAll && !met.has(at) && rules.has(one.rule))
      tell(
        "suppress/unused",
        "error",
        `Nothing is left to suppress for ${one.rule}: remove this`,
        "",
        remove(source, `/suppress/${at}`),
      );
  });
  return left;
}

function covers(one: { rule: string; file: string; pointer?: string }, draft: Draft): boolean {
  if (one.rule !== draft.rule || one.file !== draft.file) return false;
  return one.pointer === undefined || draft.pointer === one.pointer || draft.pointer.startsWith(`${one.pointer}/`);
}
