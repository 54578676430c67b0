// What a form holds in the place of what a browser cannot read, and what is said of it. Without Formik: lists read answers, too.
import { t } from "../i18n/setup.ts";

/** Stands in the form for it: no rule and no server takes it, and the input goes on showing what was typed. */
export const UNREADABLE = "\uFDD1";

/** Says so beside every value that is unreadable; above what else is wrong with it. */
export function withUnreadable(errors: object, values: unknown): object {
  const all: Record<string, unknown> = { ...errors };
  for (const [key, value] of Object.entries(values ?? {})) {
    if (value === UNREADABLE) all[key] = t("common:field.unreadable");
    else if (typeof value === "object" && value !== null) {
      const known = all[key];
      const within = withUnreadable(typeof known === "object" && known !== null ? known : {}, value);
      if (Object.keys(within).length > 0) all[key] = within;
    }
  }
  return all;
}
