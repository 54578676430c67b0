// The talk with a provider: authorization code with PKCE, state and nonce, by openid-client, through the guarded door.
import * as oidc from "openid-client";
import type { SsoAnswer } from "#schemas/login.ts";
import type { Deps } from "../../../kernel/context.ts";
import { ForbiddenAddress, outgoing } from "../../../kernel/outgoing.ts";
import { problem } from "../../../kernel/problem.ts";
import { unseal } from "../seal.ts";
import { type Provider, sealedFor } from "./providers.ts";

const KNOWN_MS = 10 * 60_000;
const CLOCKS_DIFFER_S = 30;

/** What the provider said about the person. */
export type Claims = Readonly<Record<string, unknown>>;

/** What only this log-in knows. */
export interface Proofs {
  nonce: string;
  verifier: string;
}

interface Known {
  until: number;
  config: Promise<oidc.Configuration>;
}
const known = new WeakMap<Deps, Map<string, Known>>();

/** A whole talk has its time as well: each of its questions may be answered just before the provider is given up. */
async function inTime<T>({ config }: Deps, talk: Promise<T>): Promise<T> {
  const ms = config.outgoingSeconds * 2000;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`The provider took longer than ${ms / 1000} seconds (timeout)`)), ms);
  });
  return Promise.race([talk, late]).finally(() => clearTimeout(timer));
}

/** What the provider publishes about itself, asked again after a while. */
async function configurationOf(deps: Deps, provider: Provider): Promise<oidc.Configuration> {
  const those = known.get(deps) ?? new Map<string, Known>();
  known.set(deps, those);
  const key = JSON.stringify([provider.issuer, provider.clientId, provider.sealedSecret]);
  const kept = those.get(key);
  if (kept && kept.until > Date.now()) return kept.config;
  const config = discover(deps, provider);
  those.set(key, { until: Date.now() + KNOWN_MS, config });
  config.catch(() => those.delete(key));
  return config;
}

async function discover(deps: Deps, provider: Provider): Promise<oidc.Configuration> {
  const { allowPrivateAddresses: allowPrivate, outgoingSeconds: timeout } = deps.config;
  const fetch = outgoing({ allowPrivate, timeoutMs: timeout * 1000 }) as unknown as oidc.CustomFetch;
  const execute = allowPrivate ? [oidc.allowInsecureRequests] : [];
  const found = await oidc.discovery(new URL(provider.issuer), provider.clientId, undefined, oidc.None(), {
    [oidc.customFetch]: fetch,
    timeout,
    execute,
  });
  const server = found.serverMetadata();
  const secret = provider.sealedSecret && unseal(deps, sealedFor(provider.appId), provider.sealedSecret);
  const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const proof = !secret
    ? oidc.None()
    : ways.includes("client_secret_basic")
      ? oidc.ClientSecretBasic(secret)
      : oidc.ClientSecretPost(secret);
  const metadata = { [oidc.clockTolerance]: CLOCKS_DIFFER_S };
  const config = new oidc.Configuration(server, provider.clientId, metadata, proof);
  config[oidc.customFetch] = fetch;
  config.timeout = timeout;
  for (const each of execute) each(config);
  // The signature counts even though the token comes straight from the provider.
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/** Where the person goes to prove who they are, and what is to be kept until they come back. */
export async function beginAt(deps: Deps, provider: Provider, redirectUri: string, email?: string) {
  const config = await inTime(deps, configurationOf(deps, provider)).catch((error: unknown) => {
    throw problemOf(error);
  });
  const proofs: Proofs = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const state = oidc.randomState();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state,
    nonce: proofs.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(proofs.verifier),
    code_challenge_method: "S256",
    ...(email ? { login_hint: email } : {}),
  });
  return { url: url.href, state, proofs };
}

/** What the provider says about the person who came back. Throws a problem; its `cause` tells an administrator more. */
export async function claimsOf(
  deps: Deps,
  provider: Provider,
  back: { redirectUri: string; answer: SsoAnswer; proofs: Proofs },
): Promise<Claims> {
  const { answer } = back;
  const address = new URL(back.redirectUri);
  for (const [key, value] of Object.entries(answer)) if (value !== undefined) address.searchParams.set(key, value);
  return inTime(deps, asked(deps, provider, address, back)).catch((error: unknown) => {
    throw problemOf(error);
  });
}

async function asked(
  deps: Deps,
  provider: Provider,
  address: URL,
  { answer, proofs }: { answer: SsoAnswer; proofs: Proofs },
): Promise<Claims> {
  const config = await configurationOf(deps, provider);
  const skewed = config as unknown as Record<symbol, number>;
  skewed[oidc.clockSkew as unknown as symbol] = Math.round((deps.now().getTime() - Date.now()) / 1000);
  const tokens = await oidc.authorizationCodeGrant(config, address, {
    pkceCodeVerifier: proofs.verifier,
    expectedNonce: proofs.nonce,
    expectedState: answer.state,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("The provider sent no ID token");
  const wanted = [provider.claims.email, provider.claims.first_name, provider.claims.last_name];
  if (wanted.every((name) => name in claims) || !config.serverMetadata().userinfo_endpoint) return { ...claims };
  return { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
}

/** A failure in the talk as a problem. The first sentence of each cause goes along for the log and for a test. */
function problemOf(error: unknown): Error {
  const made = problem(codeOf(error));
  made.cause = reasonOf(error);
  return made;
}

const UNREACHABLE = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
  "FORBIDDEN_ADDRESS",
]);

function codeOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError) return "login.sso_denied";
  const chain = causesOf(error);
  const codes = chain.map((each) => String((each as { code?: unknown }).code ?? ""));
  if (codes.includes("OAUTH_JWT_TIMESTAMP_CHECK_FAILED")) return "login.sso_clock";
  const isNetwork = chain.some(
    (each) => each instanceof ForbiddenAddress || /fetch failed|timeout|aborted/i.test(each.message),
  );
  if (isNetwork || codes.some((code) => UNREACHABLE.has(code))) return "login.sso_unreachable";
  return "login.sso_invalid";
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each);
  return chain;
}

function reasonOf(error: unknown): string {
  const said = error instanceof oidc.ResponseBodyError ? [error.error, error.error_description] : [];
  const sentences = [...causesOf(error).map(({ message }) => message.split("\n")[0]), ...said].filter(Boolean);
  return [...new Set(sentences)].join(": ").slice(0, 400);
}
