// Checks an edit of nav.config.json by the shape of the file.
import type { NavConfig as NavConfigShape } from "#schemas/nav.ts";
import { NavConfig } from "#schemas/nav.ts";
import { strictAjv } from "../../kernel/validation.ts";
import type { CheckNavigation } from "./navigation.ts";

/** The judge that a server uses for its own folder. */
export function checkNavigation(_root: string): CheckNavigation {
  const check = strictAjv().compile(JSON.parse(JSON.stringify(NavConfig)));
  return (text) => {
    const at = { file: "nav.config.json", line: 1, column: 1, pointer: "", severity: "error" as const };
    try {
      const value = JSON.parse(text) as NavConfigShape;
      if (check(value)) return { config: value, findings: [] };
      const findings = (check.errors ?? []).map((error) => ({
        ...at,
        rule: "nav/schema",
        pointer: error.instancePath,
        message: error.message ?? "is not valid",
      }));
      return { config: undefined, findings };
    } catch (error) {
      return { config: undefined, findings: [{ ...at, rule: "nav/syntax", message: String(error) }] };
    }
  };
}
