import { LINK_VARIABLES } from "../../manifest.ts";
import { type At, layoutOf, manifestsOf } from "../entries.ts";
import { didYouMean, onlyNear } from "../near.ts";
import type { Project } from "../project.ts";
import { rewrite } from "../repair.ts";
import type { Report, Rule } from "../rule.ts";

/** What is known only where an entry became one for each data type. */
const OF_TYPES: readonly string[] = ["typeId", "categoryId"];
const ALL: readonly string[] = LINK_VARIABLES;
const EVERYWHERE = ALL.filter((name) => !OF_TYPES.includes(name));

/** An address, and what it may be filled with. */
interface Address extends At {
  text: string | undefined;
  known: readonly string[];
}

export const unknownVariable: Rule = {
  name: "nav/unknown-variable",
  severity: "error",
  summary: "The {variables} of an address are ones that can be filled, and its braces are closed.",
  why: "What cannot be filled would stay in the address, or keep the entry disabled for ever. {typeId} and {categoryId} are known only to an entry with `each`.",
  example: '{ "kind": "legacy", "path": "/{appID}/groups" }',
  check(project, report) {
    for (const address of addressesOf(project)) checkText(address, report);
    const { routes } = layoutOf(project);
    for (const { at, route, known } of leading(project)) {
      const path = routes.get(route)?.route.path ?? "";
      const part = [...path.matchAll(/:(\w+)/g)].find(([, name = ""]) => !known.includes(name));
      if (part)
        report(
          { ...at, pointer: `${at.pointer}/route` },
          `The route's address ${path} has ${part[0]}, which nothing fills`,
        );
    }
  },
};

function addressesOf(project: Project): Address[] {
  const { entries } = layoutOf(project);
  return [
    ...entries
      .filter((entry) => entry.link)
      .map(({ at, link }) => ({ ...at, pointer: `${at.pointer}/path`, text: link?.path, known: EVERYWHERE })),
    ...leading(project).flatMap(({ at, query, legacy, known }) => [
      { ...at, pointer: `${at.pointer}/legacy`, text: legacy, known },
      { ...at, pointer: `${at.pointer}/query`, text: query, known },
    ]),
  ];
}

/** Entries and actions of the areas, which lead to routes. */
function leading(project: Project) {
  const { facts } = layoutOf(project);
  const ofEntries = [...facts.values()].map(({ fact: { route, query, legacy, each }, at }) => {
    return { at, route, query, legacy, known: each ? ALL : EVERYWHERE };
  });
  const ofActions = manifestsOf(project).flatMap((source) =>
    (source.value.actions ?? []).map(({ route, query }, at) => {
      return { at: { source, pointer: `/actions/${at}` }, route, query, legacy: undefined, known: EVERYWHERE };
    }),
  );
  return [...ofEntries, ...ofActions];
}

function checkText({ text, known, ...at }: Address, report: Report): void {
  if (text === undefined) return;
  for (const [, variable = ""] of text.matchAll(/\{([^{}]*)\}/g)) {
    if (known.includes(variable)) continue;
    const message = `{${variable}} cannot be filled; there are ${known.map((name) => `{${name}}`).join(", ")}`;
    const only = OF_TYPES.includes(variable) ? undefined : onlyNear(variable, known);
    report(at, message, {
      suggestion: OF_TYPES.includes(variable) ? undefined : didYouMean(variable, known),
      edits: only ? rewrite(at.source, at.pointer, text.replaceAll(`{${variable}}`, `{${only}}`)) : [],
    });
  }
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ""))) report(at, `A brace of ${text} is not closed, or not opened`);
}
