// The rules of `i18n check`.
import { empty } from "./i18n/empty.ts";
import { extra } from "./i18n/extra.ts";
import { missing } from "./i18n/missing.ts";
import { placeholder } from "./i18n/placeholder.ts";
import { plural } from "./i18n/plural.ts";
import { sameAsSource } from "./i18n/sameAsSource.ts";
import { staleRule } from "./i18n/staleRule.ts";
import { undeclaredDynamic } from "./i18n/undeclaredDynamic.ts";
import { unknownKey } from "./i18n/unknownKey.ts";
import { unused } from "./i18n/unused.ts";
import type { Rule } from "./rule.ts";

export const i18nRules: readonly Rule[] = [
  missing,
  extra,
  empty,
  placeholder,
  plural,
  sameAsSource,
  unused,
  unknownKey,
  undeclaredDynamic,
  staleRule,
];
