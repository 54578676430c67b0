// Mail domains as they are typed: one a line, or between commas.
import { t } from "#web";
import { DOMAIN_PATTERN } from "../contract.ts";

const DOMAIN = new RegExp(DOMAIN_PATTERN);

export function domainsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[\s,;]+/);
  return [...new Set(words.filter(Boolean))];
}

/** What is wrong with a list of domains, naming the first that is none. */
export function domainError(text: string): string | undefined {
  const wrong = domainsOf(text).find((domain) => !DOMAIN.test(domain));
  return wrong && t("app-configuration:problem.domain", { domain: wrong });
}
