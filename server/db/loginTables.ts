// Tables of how people log in: second factors, rules, codes, and single sign-on.
import type { Generated } from "kysely";

export interface SecondFactorTable {
  user_id: number;
  /** Sealed base32; not in use before it is confirmed. */
  secret: string;
  confirmed_at: string | null;
  /** The time step of the last code that was taken: none is taken twice. */
  last_step: Generated<number>;
  /** JSON list of SHA-256 of recovery codes that are left. */
  recovery_hashes: string;
  created_at: string;
}

export interface LoginRulesTable {
  app_id: number;
  /** JSON; see core/accounts/loginRules.ts. */
  rules: string;
  rev: Generated<number>;
  updated_at: string;
}

/** What is counted, or remembered, until a moment. */
export interface LoginMarkTable {
  /** SHA-256 of what it is about: no address and no account can be read from it. */
  key: string;
  count: number;
  until: string;
}

export interface LoginCodeTable {
  id: Generated<number>;
  user_id: number;
  /** HMAC of the six digits with the server's key. */
  code_hash: string;
  /** Only the browser that asked can use it up, or spoil it with wrong guesses. */
  binding_hash: string;
  attempts: Generated<number>;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

export interface LoginProviderTable {
  app_id: number;
  issuer: string;
  client_id: string;
  /** See core/accounts/seal.ts; empty for a client without one. */
  sealed_secret: string;
  /** JSON; see core/accounts/sso/providers.ts. */
  settings: string;
  enabled: number;
  set_by: number;
  set_by_role: number;
  /** When a test log-in last worked with these very settings. */
  tested_at: string | null;
  rev: Generated<number>;
  updated_at: string;
}

/** A mail domain leads to one app's provider. */
export interface LoginDomainTable {
  domain: string;
  app_id: number;
}

/** Who somebody is at a provider. */
export interface LoginIdentityTable {
  app_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  created_at: string;
}

/** A log-in that has been sent to its provider. */
export interface LoginAttemptTable {
  state_hash: string;
  app_id: number;
  /** `login`, or `test` by an administrator. */
  kind: string;
  tester_id: number | null;
  binding_hash: string;
  /** Nonce and PKCE verifier. */
  sealed_proofs: string;
  expires_at: string;
  taken_at: string | null;
  /** Whom the provider vouched for, while the second factor is still asked. */
  user_id: number | null;
}
