// A real OpenID Connect provider on this machine, whose people log in without being asked; and a crooked one that lies.
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export const CLIENT = { id: "lanyard", secret: "a secret that only the two of them know" };

/** Somebody whom a provider knows, by what it tells about them. */
export type Identity = Record<string, unknown> & { sub: string };

export interface RunningProvider {
  issuer: string;
  /** Who logs in when somebody comes with this address as hint; others are turned away. */
  people: Map<string, Identity>;
  /** Walks through the provider's pages as a browser would and answers what it appends to the address. */
  visit: (url: string) => Promise<{ state: string; code?: string; iss?: string; error?: string }>;
  close: () => Promise<void>;
}

async function listen(server: Server, port = 0): Promise<string> {
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const closing = (server: Server) => () =>
  new Promise<void>((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

/** Follows redirects, with cookies, until the address is not the provider's own any more. */
async function walk(issuer: string, start: string) {
  const cookies = new Map<string, string>();
  let url = start;
  for (let steps = 0; url.startsWith(issuer) && steps < 12; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const next = response.headers.get("location");
    if (!next) throw new Error(`The provider stopped at ${url} with ${response.status}: ${await response.text()}`);
    url = new URL(next, url).href;
  }
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    ["state", "code", "iss", "error"].flatMap((key) => {
      const value = searchParams.get(key);
      return value === null ? [] : [[key, value]];
    }),
  ) as { state: string };
}

/** Starts `oidc-provider`. The redirect addresses are those that the dashboard shows. */
export async function startProvider(redirectUris: readonly string[], port = 0): Promise<RunningProvider> {
  const people = new Map<string, Identity>();
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/interaction/")) void interact(provider as Provider, people, request, response);
    else void provider?.callback()(request, response);
  });
  const issuer = await listen(server, port);
  provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...redirectUris] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "given_name", "family_name"] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => [...people.values()].find(({ sub }) => sub === id) ?? { sub: id },
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["only for tests"] },
    renderError: (context, _, error) => {
      context.body = String(error);
    },
  });
  return { issuer, people, visit: (url) => walk(issuer, url), close: closing(server) };
}

async function interact(
  provider: Provider,
  people: ReadonlyMap<string, Identity>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  const person = people.get(String(params["login_hint"] ?? "")) ?? people.get("*");
  if (!person) return provider.interactionFinished(request, response, { error: "access_denied" });
  if (prompt.name === "login") {
    return provider.interactionFinished(request, response, { login: { accountId: person.sub } });
  }
  const Grant = provider.Grant;
  const known = grantId ? await Grant.find(grantId) : undefined;
  const grant = known ?? new Grant({ accountId: session?.accountId ?? person.sub, clientId: CLIENT.id });
  grant.addOIDCScope("openid email profile");
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** What a crooked provider does otherwise than it should. */
export interface Lies {
  /** Changes the claims of the ID token. */
  claims?: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** Says another issuer in its description. */
  issuer?: string;
  /** Signs with a key that it does not publish. */
  otherKey?: boolean;
  /** Answers the token endpoint with these bytes. */
  token?: string;
  /** Milliseconds before it answers the token endpoint. */
  slow?: number;
  /** Takes questions to this address and does not end its answer before the next lie: not a byte, or one now and then. */
  hang?: { at: string; drips: boolean };
}

/** A provider of few lines that signs what it is told to. `visit` needs no pages. */
export async function startCrook(): Promise<RunningProvider & { lie: (lies: Lies) => void }> {
  const made = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
  const [own, other] = [made(), made()];
  let lies: Lies = {};
  const hanging = new Set<ServerResponse>();
  const nonces = new Map<string, string>();
  const people = new Map<string, Identity>([
    ["*", { sub: "1", email: "person@sso.test", given_name: "P", family_name: "Q" }],
  ]);
  const server = createServer((request, response) => {
    const send = (body: unknown) => {
      response.setHeader("content-type", "application/json");
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    const { hang } = lies;
    if (hang && request.url?.startsWith(hang.at)) {
      hanging.add(response);
      if (!hang.drips) return;
      response.setHeader("content-type", "application/json");
      const drip = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(drip));
      return;
    }
    const issuer = `http://${request.headers.host}`;
    if (request.url?.startsWith("/.well-known")) {
      return send({
        issuer: lies.issuer ?? issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (request.url === "/jwks") {
      return send({ keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
    }
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on("end", () => {
      const nonce = nonces.get(new URLSearchParams(body).get("code") ?? "");
      const seconds = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: CLIENT.id, iat: seconds, exp: seconds + 60, nonce, ...people.get("*") };
      const key = lies.otherKey ? other.privateKey : own.privateKey;
      const reply = {
        access_token: "access",
        token_type: "Bearer",
        id_token: jwt(lies.claims?.(claims) ?? claims, key.export({ format: "pem", type: "pkcs8" }) as string),
      };
      setTimeout(() => send(lies.token ?? reply), lies.slow ?? 0);
    });
  });
  const issuer = await listen(server);
  return {
    issuer,
    people,
    lie: (next) => {
      lies = next;
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    visit: async (url) => {
      const { searchParams } = new URL(url);
      const code = `code-${nonces.size}`;
      nonces.set(code, searchParams.get("nonce") ?? "");
      return { state: searchParams.get("state") ?? "", code, iss: issuer };
    },
    close: closing(server),
  };
}

function jwt(claims: Record<string, unknown>, pem: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "RS256", kid: "1", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${sign("RSA-SHA256", Buffer.from(signed), createPrivateKey(pem)).toString("base64url")}`;
}
