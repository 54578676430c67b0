import { pointerOf } from "../../json.ts";
import type { Rule } from "../rule.ts";
import { FRAME, HOUSE_NAMESPACES } from "../words.ts";

export const id: Rule = {
  name: "plugin/id",
  severity: "error",
  summary: "An area is called like its folder, and what belongs to it begins with its name.",
  why: "One name from click to column: folder, id, ids of routes and entries, and the namespace of its texts agree.",
  example: '(in plugins/agenda) "id": "schedule"',
  check(project, report) {
    const ofHouse = project.texts.filter(({ source }) => source.file.startsWith("locales/"));
    const house = new Set([FRAME, ...ofHouse.map(({ namespace }) => namespace)]);
    for (const { folder, manifest: source } of project.areas) {
      if (!source) continue;
      const { value } = source;
      if (value.id !== folder)
        report({ source, pointer: "/id" }, `The area is called "${value.id}", its folder "${folder}"`, {
          suggestion: `write "${folder}"`,
        });
      if (house.has(value.id))
        report({ source, pointer: "/id" }, `The texts of the house have a namespace "${value.id}" already`);
      for (const kind of ["routes", "nav", "actions"] as const) {
        (value[kind] ?? []).forEach((part, at) => {
          if (!part.id.startsWith(`${value.id}.`))
            report({ source, pointer: pointerOf([kind, at, "id"]) }, `"${part.id}" should begin with "${value.id}."`);
        });
      }
      const labels = [
        ...(value.permissions ?? []).map((part, at) => ({
          key: part.description,
          pointer: `/permissions/${at}/description`,
        })),
        ...(value.routes ?? []).map((part, at) => ({ key: part.title, pointer: `/routes/${at}/title` })),
        ...(value.nav ?? []).map((part, at) => ({ key: part.label, pointer: `/nav/${at}/label` })),
        ...(value.nav ?? []).flatMap((part, at) =>
          part.reason === undefined ? [] : [{ key: part.reason, pointer: `/nav/${at}/reason` }],
        ),
        ...(value.actions ?? []).map((part, at) => ({ key: part.label, pointer: `/actions/${at}/label` })),
      ];
      for (const { key, pointer } of labels) {
        const namespace = key.split(":")[0] ?? "";
        if (namespace !== value.id && !HOUSE_NAMESPACES.includes(namespace))
          report({ source, pointer }, `The text "${key}" belongs to another area`, {
            suggestion: `use the namespace "${value.id}"`,
          });
      }
    }
  },
};
