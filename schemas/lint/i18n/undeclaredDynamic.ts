import { atOffset, keysInCode } from "../code.ts";
import type { Rule } from "../rule.ts";
import { declaredIn } from "../texts.ts";

export const undeclaredDynamic: Rule = {
  name: "i18n/undeclared-dynamic",
  severity: "warning",
  summary: "A key that code puts together is declared by its beginning.",
  why: "Nobody can see which texts such a key needs; the declaration in i18n.json of the area, or locales/i18n.json, keeps them from counting as unused.",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an example of code
  example: 't(`agenda:rule.${name}`)   (without "agenda:rule.*" under "dynamic")',
  needsCode: true,
  check(project, report) {
    const declared = declaredIn(project, "dynamic");
    for (const { namespace, key, whole, code, offset } of keysInCode(project)) {
      if (whole || declared(`${namespace}:${key}`)) continue;
      report(atOffset(code, offset), `A key that begins with "${namespace}:${key}" is put together here`, {
        suggestion: `declare "${namespace}:${key}*"`,
      });
    }
  },
};
