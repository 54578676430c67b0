// When two profiles may be one: the keys by which they meet, and the reasons that hold when they are compared. Pure.
import { jaroWinkler } from "@skyra/jaro-winkler";
import { fold, wordsOf } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import { REASONS, type Reason } from "../contract.ts";

/** The kinds of keys of which a profile has one at most; empty where it has none. */
export const ONE_EACH = ["registration", "mail", "name", "near", "alone"] as const;
/** The kinds of keys; profiles meet when they share one. */
export const KINDS = [...ONE_EACH, "phone"] as const;
export type Kind = (typeof KINDS)[number];
export type Keys = Record<(typeof ONE_EACH)[number], string> & { phone: readonly string[] };

/** What is read of a profile to compare it. */
export type Compared = Pick<Thing, "name" | "email" | "company_name" | "fields">;

/** Names closer than this are taken for one name with a slip in it. */
export const NEAR = 0.93;
const NEAR_WORD = 0.85;

/** The own field that holds the id of a registration elsewhere, as imports write it. */
const REGISTRATION = "registration_id";
const PHONE_FIELD = /phone|mobile|telefon|handy|^tel$|_tel$|^tel_/;
const LEGAL = new Set(
  "gmbh ag kg ug se ltd limited inc llc plc sa sas sarl srl spa bv nv oy ab as aps co corp kk".split(" "),
);
const SCORES: Record<Reason, number> = { registration: 95, mail: 90, name: 70, phone: 60, near: 40, alone: 25 };

/** An address without what does not tell people apart: case, a tag after +, the dots of Gmail. */
export function plainMail(email: string): string {
  const [local = "", domain = ""] = email.normalize("NFC").trim().toLowerCase().split("@");
  if (!local || !domain) return "";
  const host = domain === "googlemail.com" ? "gmail.com" : domain;
  // What begins with the sign is a name, and so is what consists of dots.
  const untagged = local.replace(/(?<=.)\+.*/, "");
  const dotless = host === "gmail.com" ? untagged.replaceAll(".", "") : untagged;
  return `${dotless || untagged}@${host}`;
}

/** A name's words in the order of the alphabet, so that "Byron, Ada" meets "Ada Byron". */
export function plainName(name: string): string {
  return wordsOf(name).sort().join(" ");
}

/** A company without its legal form. */
export function plainCompany(name: string): string {
  const words = wordsOf(name);
  const kept = words.filter((word) => !LEGAL.has(word));
  return (kept.length > 0 ? kept : words).join(" ");
}

/** Whether an own field is a telephone number: one of the event's that are so by their kind, or one that is called so. */
const isPhone = (key: string, phones: readonly string[]) => phones.includes(key) || PHONE_FIELD.test(key);

/** The last nine digits of each own field that is a telephone number. `phones`: keys of the event's fields of that kind. */
export function plainPhones(fields: Thing["fields"], phones: readonly string[] = []): string[] {
  const numbers = Object.entries(fields).flatMap(([key, value]) => {
    const digits = isPhone(key, phones) ? String(value).replace(/\D/g, "") : "";
    return digits.length >= 7 ? [digits.slice(-9)] : [];
  });
  return [...new Set(numbers)];
}

/** The id of the registration that a profile came from. */
export function plainRegistration(fields: Thing["fields"]): string {
  return fold(String(fields[REGISTRATION] ?? "").trim());
}

/** The keys of a profile. `isPerson` because people are told apart by their company, companies by their name alone. */
export function keysOf(thing: Compared, isPerson: boolean, phones: readonly string[] = []): Keys {
  const company = plainCompany(thing.company_name);
  const name = isPerson ? plainName(thing.name) : plainCompany(thing.name);
  const initials = name
    .split(" ")
    .map((word) => word.slice(0, 1))
    .join("");
  return {
    registration: plainRegistration(thing.fields),
    mail: plainMail(thing.email),
    name: name && (company || !isPerson) ? `${name}|${isPerson ? company : ""}` : "",
    phone: plainPhones(thing.fields, phones),
    // One word is a name that many have.
    alone: isPerson && name.includes(" ") ? name : "",
    near: !name ? "" : isPerson ? company && `${company}|${initials}` : name.replaceAll(" ", "").slice(0, 5),
  };
}

/** Why two profiles of one category may be one, the surest first; none when nothing says so. */
export function reasonsOf(one: Compared, other: Compared, isPerson: boolean, phones: readonly string[] = []): Reason[] {
  const [a, b] = [keysOf(one, isPerson, phones), keysOf(other, isPerson, phones)];
  const same = (kind: (typeof ONE_EACH)[number]) => a[kind] !== "" && a[kind] === b[kind];
  const reasons: Reason[] = [];
  // Addresses such as info@ belong to many companies' profiles at once; there the name has to be near too.
  const [nameOf, nameOfOther] = [one, other].map(({ name }) => (isPerson ? plainName(name) : plainCompany(name)));
  const isNear = areNear(nameOf ?? "", nameOfOther ?? "");
  if (same("registration")) reasons.push("registration");
  if (same("mail") && (isPerson || isNear || same("name"))) reasons.push("mail");
  if (same("name")) reasons.push("name");
  // Whichever field of the one says what any of the other says.
  if (a.phone.some((number) => b.phone.includes(number)) && (isNear || same("name"))) reasons.push("phone");
  const isOneEmpty = (kind: "name" | "mail") => a[kind] === "" || b[kind] === "";
  // Nothing speaks against it: not both companies are given, nor two addresses. Without a company there is no key by name.
  const isAlone = same("alone") && isOneEmpty("name") && (isOneEmpty("mail") || same("mail"));
  if (!same("name") && !isAlone && isNear && (same("near") || same("mail"))) reasons.push("near");
  if (isAlone) reasons.push("alone");
  return reasons;
}

/** The reasons that some own fields give; `phones` are those that are telephone numbers by their kind. */
export function reasonsFrom(fields: readonly string[], phones: readonly string[]): Reason[] {
  const reasons: Reason[] = fields.includes(REGISTRATION) ? ["registration"] : [];
  return fields.some((key) => isPhone(key, phones)) ? [...reasons, "phone"] : reasons;
}

/** All that `reasonsOf` may answer in which one of some reasons stands, as it is stored; and what is left without those. */
export function restsWithout(reasons: readonly Reason[]): Map<string, Reason[]> {
  const all: Reason[][] = [[]];
  for (const one of REASONS) all.push(...all.map((list) => [...list, one]));
  const some = all.filter((list) => list.some((one) => reasons.includes(one)));
  return new Map(some.map((list) => [JSON.stringify(list), list.filter((one) => !reasons.includes(one))]));
}

/** Whether two names are one with a slip in it: near as a whole, and word by word, so that a shared first name is not enough. */
export function areNear(one: string, other: string): boolean {
  const [words, others] = [one.split(" "), other.split(" ")];
  if (words.length !== others.length || jaroWinkler(one, other) < NEAR) return false;
  return words.every((word, at) => jaroWinkler(word, others[at] ?? "") >= NEAR_WORD);
}

/** How sure some reasons make, from 0 to 100. */
export function scoreOf(reasons: readonly Reason[]): number {
  const doubt = reasons.reduce((left, reason) => left * (1 - SCORES[reason] / 100), 1);
  return Math.round((1 - doubt) * 100);
}
