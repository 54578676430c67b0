import type { Rule } from "../rule.ts";

export const duplicateEndpoint: Rule = {
  name: "plugin/duplicate-endpoint",
  severity: "error",
  summary: "No two endpoints have the same method and address, or the same name.",
  why: "The server would refuse to start, or one would hide the other.",
  example: "(two contracts with) GET /1/api/container/{eventId}/session",
  check(project, report) {
    const first = new Map<string, string>();
    for (const { folder, manifest, contract } of project.areas) {
      for (const { name, method, path } of contract?.endpoints ?? []) {
        for (const [what, key] of [
          ["address", `${method} ${path.replace(/\{\w+\}/g, "{}")}`],
          ["name", name],
        ] as const) {
          const before = first.get(`${what} ${key}`);
          if (before !== undefined && manifest)
            report(
              { source: manifest, pointer: "/id" },
              `The ${what} ${key} of an endpoint is taken by the area ${before}`,
            );
          else first.set(`${what} ${key}`, folder);
        }
      }
    }
  },
};
