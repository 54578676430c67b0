import { permissionsOf } from "../../access.ts";
import { partsOf } from "../entries.ts";
import type { Rule } from "../rule.ts";

export const undeclaredPermission: Rule = {
  name: "plugin/undeclared-permission",
  severity: "warning",
  summary: "An area declares the permission keys that its routes and endpoints ask for.",
  why: "The declaration carries the sentence that explains the permission to those who grant it.",
  example: '(no "permissions") "access": { "permission": ["sessions"] }',
  check(project, report) {
    for (const { manifest: source, contract } of project.areas) {
      if (!source) continue;
      const declared = new Set((source.value.permissions ?? []).map(({ key }) => key));
      source.value.routes?.forEach((route, at) => {
        for (const { condition, pointer } of route.access ? partsOf(route.access, `/routes/${at}/access`) : []) {
          const keys = "permission" in condition ? condition.permission : [];
          for (const key of keys.filter((one) => !declared.has(one)))
            report({ source, pointer }, `The permission "${key}" is not declared here`, {
              suggestion: `declare it under "permissions"`,
            });
        }
      });
      for (const endpoint of contract?.endpoints ?? []) {
        const keys = permissionsOf(endpoint.access);
        for (const key of keys.filter((one) => !declared.has(one)))
          report(
            { source, pointer: "/id" },
            `The endpoint ${endpoint.name} asks for the permission "${key}", which is not declared here`,
          );
      }
    }
  },
};
