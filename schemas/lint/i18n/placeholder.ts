import { pointerOf } from "../../json.ts";
import type { Texts } from "../../texts.ts";
import type { Source } from "../project.ts";
import type { Rule } from "../rule.ts";
import { keysOf, namespacesOf, placeholdersOf, pluralBase } from "../texts.ts";

export const placeholder: Rule = {
  name: "i18n/placeholder",
  severity: "error",
  summary: "A translation has the placeholders of its source, and closes their braces.",
  why: "A placeholder that is missing loses a value; one that is misspelt shows its braces.",
  example: '"hello": "Hallo {{nmae}}"   (source: "Hello {{name}}")',
  check(project, report) {
    for (const { name, source, doubtful } of namespacesOf(project)) {
      if (!source) continue;
      const wanted = source.source.value;
      const should = new Map(keysOf(wanted).map((key) => [key, placeholdersOf(wanted[key] as string)]));
      const tell = (file: Source<Texts>, key: string, what: string) =>
        report({ source: file, pointer: pointerOf([key]) }, `"${name}:${key}" ${what}`);
      for (const { locale, source: file } of [source, ...doubtful]) {
        for (const key of keysOf(file.value)) {
          const text = file.value[key] as string;
          if (!closesBraces(text)) tell(file, key, `does not close its braces in ${locale}`);
          const other = should.get(key);
          if (other === undefined || file === source.source) continue;
          const has = placeholdersOf(text);
          if (has === other || text.trim() === "" || pluralBase(key, file.value) !== undefined) continue;
          tell(file, key, `has ${has || "no placeholder"} in ${locale}, and ${other || "none"} in the source language`);
        }
      }
    }
  },
};

/** Whether as many braces are closed as are opened. */
export function closesBraces(text: string): boolean {
  const open = text.indexOf("{{");
  const close = text.indexOf("}}");
  if (open === -1 && close === -1) return true;
  if (open < close && text.indexOf("{{", open + 2) === -1 && text.indexOf("}}", close + 2) === -1) return open !== -1;
  return text.split("{{").length === text.split("}}").length;
}
