import { type At, manifestsOf } from "../entries.ts";
import { placeOf, spoken } from "../project.ts";
import type { Rule } from "../rule.ts";

export const duplicatePath: Rule = {
  name: "plugin/duplicate-path",
  severity: "error",
  summary: "No two routes have the same address.",
  why: "Only one of them could ever be reached. Parameters of other names make no other address.",
  example: '"path": "/event-details/:eventId/agenda"   (in two areas)',
  check(project, report) {
    const first = new Map<string, At>();
    for (const source of manifestsOf(project)) {
      source.value.routes?.forEach((route, at) => {
        const address = route.path.replace(/:[A-Za-z0-9]+/g, ":").replace(/\/$/, "");
        const here = { source, pointer: `/routes/${at}/path` };
        const before = first.get(address);
        if (before) report(here, `This address is taken by ${spoken(placeOf(before.source, before.pointer))}`);
        else first.set(address, here);
      });
    }
  },
};
