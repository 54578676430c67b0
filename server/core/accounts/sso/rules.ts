// Decisions about people whom a provider vouches for: values in, values or a problem out.
import { asOneLine } from "#schemas/scalars.ts";
import { problem } from "../../../kernel/problem.ts";
import type { Claims } from "./oidc.ts";
import type { Provider } from "./providers.ts";

const MOST_CLAIMS = 100;
const LONGEST_CLAIM = 1000;
const EMAIL = /^[^\s@]{1,64}@([^\s@]+\.[^\s@]+)$/;

/** The domain of an address, in lower case; empty for what is none. */
export function domainOf(email: string): string {
  return email.trim().toLowerCase().split("@").at(-1) ?? "";
}

/** Who the provider says it is. */
export interface Vouched {
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
}

const textOf = (value: unknown) =>
  typeof value === "string" ? [...asOneLine(value.slice(0, 1000))].slice(0, 100).join("") : "";

/** Reads the mapped claims. Throws where there is no confirmed address of an allowed domain. */
export function vouchedFor(claims: Claims, { claims: names, domains }: Pick<Provider, "claims" | "domains">): Vouched {
  const email = String(claims[names.email] ?? "")
    .trim()
    .toLowerCase();
  const denied = claims["email_verified"] === false || claims["email_verified"] === "false";
  const domain = EMAIL.exec(email)?.[1];
  if (denied || email.length > 254 || domain === undefined || !domains.includes(domain))
    throw problem("login.sso_email");
  const whole = textOf(claims["name"]).split(/\s+/);
  const firstName = textOf(claims[names.first_name]) || whole.slice(0, -1).join(" ") || (email.split("@")[0] ?? "");
  const lastName = textOf(claims[names.last_name]) || whole.at(-1) || domain;
  return { subject: String(claims["sub"] ?? ""), email, firstName, lastName };
}

/** Refuses people who are stronger than whoever set the provider up: else it could be set up to be them. */
export function checkStrength(member: { roleId: number }, { setByRole }: Pick<Provider, "setByRole">): void {
  if (member.roleId < setByRole) throw problem("login.sso_stronger");
}

/** Claims as an administrator may read them: as text, and not without end. */
export function shownClaims(claims: Claims): { name: string; value: string }[] {
  return Object.entries(claims)
    .slice(0, MOST_CLAIMS)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return {
        name: name.slice(0, 200),
        value: text.length > LONGEST_CLAIM ? `${text.slice(0, LONGEST_CLAIM)} …` : text,
      };
    });
}
