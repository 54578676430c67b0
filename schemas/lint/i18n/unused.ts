import { pointerOf } from "../../json.ts";
import { keysInCode } from "../code.ts";
import { labelsOf } from "../labels.ts";
import type { Rule } from "../rule.ts";
import { declaredIn, keysOf, namespacesOf, pluralBase } from "../texts.ts";

export const unused: Rule = {
  name: "i18n/unused",
  severity: "warning",
  summary: "Every text is used: by the navigation, a manifest, code, or by a declared beginning.",
  why: "Unused texts are translated for nothing. Keys that code puts together are declared in i18n.json of the area, or locales/i18n.json, under `dynamic`.",
  example: '"oldTitle": "…"   (no code names it)',
  needsCode: true,
  check(project, report) {
    if (!project.nav || project.areas.some((area) => !area.manifest)) return;
    const namespaces = namespacesOf(project);
    const used = new Set(labelsOf(project).map(({ key }) => key));
    for (const { namespace, key, whole } of keysInCode(project)) if (whole) used.add(`${namespace}:${key}`);
    const declared = declaredIn(project, "dynamic");
    for (const { name, source } of namespaces) {
      for (const key of source ? keysOf(source.source.value) : []) {
        // The sentences of an area's problem codes are found by the code's name, its words for the history by what is written there.
        if (key.startsWith("problem.") || key.startsWith("told.")) continue;
        const base = pluralBase(key, source?.source.value ?? {}) ?? key;
        if (used.has(`${name}:${key}`) || used.has(`${name}:${base}`) || declared(`${name}:${key}`)) continue;
        if (source)
          report({ source: source.source, pointer: pointerOf([key]), key: true }, `"${name}:${key}" is used nowhere`);
      }
    }
  },
};
