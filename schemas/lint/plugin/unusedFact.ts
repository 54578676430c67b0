import { permissionsOf } from "../../access.ts";
import type { AnyEndpoint } from "../../endpoint.ts";
import { conditionsOf, partsOf } from "../entries.ts";
import type { Area, Project } from "../project.ts";
import type { Rule } from "../rule.ts";

export const unusedFact: Rule = {
  name: "plugin/unused-fact",
  severity: "warning",
  summary:
    "What a manifest declares is used: permissions and flags in a condition, an endpoint or code; routes by an entry or code.",
  why: "Facts that nobody uses mislead the reader, and outlive their reason.",
  example: '"flags": [{ "key": "oldGrid", … }]   (no condition and no code asks for it)',
  needsCode: true,
  check(project, report) {
    const asked = askedKeys(project);
    for (const area of project.areas) {
      const source = area.manifest;
      if (!source) continue;
      const inCode = (word: string) =>
        area.code.some(({ text }) => text.includes(`"${word}"`) || text.includes(`.${word}`));
      const endpoints = keysOfEndpoints(area);
      source.value.permissions?.forEach(({ key }, at) => {
        if (!asked.has(`permission ${key}`) && !endpoints.has(key) && !inCode(key))
          report({ source, pointer: `/permissions/${at}/key` }, `Nothing asks for the permission "${key}"`);
      });
      source.value.flags?.forEach(({ key }, at) => {
        if (!asked.has(`flag ${key}`) && !inCode(key))
          report({ source, pointer: `/flags/${at}/key` }, `Nothing asks for the flag "${key}"`);
      });
    }
  },
};

function askedKeys(project: Project): Set<string> {
  const parts = conditionsOf(project).flatMap(({ condition }) => partsOf(condition, ""));
  return new Set(
    parts.flatMap(({ condition }) =>
      "permission" in condition
        ? condition.permission.map((key) => `permission ${key}`)
        : "flag" in condition
          ? [`flag ${condition.flag}`]
          : [],
    ),
  );
}

function keysOfEndpoints(area: Area): Set<string> {
  const accesses = (area.contract?.endpoints ?? []).map((endpoint: AnyEndpoint) => endpoint.access);
  return new Set(accesses.flatMap(permissionsOf));
}
