// Decisions about login management: values in, values or a problem out.
import { excessOf, fieldProblem, type Power, type Provider, problem } from "#server";
import type { LoginProviderDraft, LoginRulesDraft } from "../contract.ts";

/** Refuses to leave people without any way to log in. */
export function checkWayLeft(
  rules: Pick<LoginRulesDraft, "password" | "mail_code">,
  provider: Pick<Provider, "enabled"> | undefined,
): void {
  if (rules.password === "off" && rules.mail_code === "off" && !provider?.enabled) {
    throw problem("app-configuration.no_way_left");
  }
}

/** Refuses to admit unknown people with more power than whoever decides so has. */
export function checkAdmits(
  asker: Power,
  draft: Pick<LoginProviderDraft, "unknown" | "admit_role_id" | "admit_containers">,
) {
  if (draft.unknown === "refuse") return;
  const excess = excessOf(asker, { roleId: draft.admit_role_id, allowedEvents: draft.admit_containers, overrides: {} });
  if (!excess) return;
  const named = <T>({ role_id, allowed_containers, overrides }: Record<string, T>): Record<string, T> => {
    const role = role_id ?? overrides;
    return {
      ...(role && { admit_role_id: role }),
      ...(allowed_containers && { admit_containers: allowed_containers }),
    };
  };
  throw problem("app-configuration.too_strong", { fields: named(excess.fields), reasons: named(excess.reasons) });
}

/** Whether a test of the former settings still says something about these. */
export function staysTested(
  former: Pick<Provider, "issuer" | "clientId" | "claims" | "testedAt"> | undefined,
  draft: Pick<LoginProviderDraft, "issuer" | "client_id" | "claims">,
  newSecret: boolean,
): boolean {
  if (!former?.testedAt || newSecret) return false;
  const same = former.issuer === draft.issuer && former.clientId === draft.client_id;
  const { email, first_name, last_name } = draft.claims;
  const mapped = former.claims.email === email && former.claims.first_name === first_name;
  return same && mapped && former.claims.last_name === last_name;
}

/** Refuses an issuer that could be listened in on, unless this server is told to allow such addresses. */
export function checkIssuer(issuer: string, allowPrivate: boolean): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isWeb = url?.protocol === "https:" || (allowPrivate && url?.protocol === "http:");
  if (!isWeb || url?.username || url?.search || url?.hash) {
    throw fieldProblem("invalid", "issuer", "Enter a full address that begins with https://", "problem:field.uri");
  }
}
