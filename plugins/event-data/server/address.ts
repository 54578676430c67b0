// E-mail addresses as profiles keep them and are found by them. Pure.
import { domainToASCII, domainToUnicode } from "node:url";

/** A domain with other letters than those of ASCII, or one that stands for such letters. */
const INTERNATIONAL = /\P{ASCII}|(?:^|\.)xn--/u;
/** What ends a domain in an address of the web, where it is looked at only as far as that. */
const ENDS = /[\s/?#:\\@%[\]]/;

/**
 * The address in small letters, with its domain in letters, not in the figures that stand for them (`xn--…`): both name the same
 * place, by UTS 46. What is no such name stays as it is written.
 */
export function plainAddress(address: string): string {
  const small = address.toLowerCase();
  const at = small.lastIndexOf("@");
  const domain = small.slice(at + 1);
  if (at < 0 || !INTERNATIONAL.test(domain) || ENDS.test(domain)) return small;
  const named = domainToASCII(domain);
  return named ? `${small.slice(0, at)}@${domainToUnicode(named)}` : small;
}
