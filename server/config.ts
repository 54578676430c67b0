// The only reader of process.env: checks every setting at start and says in one sentence which is wrong.
import { isIP } from "node:net";
import type { BrowserSettings } from "#schemas/core.ts";
import { isLeakList } from "./core/accounts/leaked.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** What the server runs with; see INTERFACES §2 for the meaning of each setting. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  /** Connections that each of the two pools of PostgreSQL may hold. */
  databasePool: number;
  environment: "production" | "staging" | "development";
  product: string;
  smtpUrl: string;
  /** Sender of every mail. */
  mailFrom: string;
  /** Where people reach the dashboard, for links in mails. */
  publicUrl: string;
  demo: boolean;
  /** Whoever sends it may read /metrics; empty: only this machine. */
  metricsToken: string;
  /** Key of what is sealed in the database; empty: one that stands beside it. */
  secretKey: string;
  /** A list of passwords that are known from leaks; empty: none is. */
  leakedPasswords: string;
  /** Whose word about the caller's address counts: addresses, networks, or `loopback`, `linklocal`, `uniquelocal`. */
  trustedProxies: readonly string[];
  /** Whether requests to addresses that people typed may stay inside of one's own network. */
  allowPrivateAddresses: boolean;
  /** Seconds that a provider of single sign-on has to answer one question; for a whole log-in it has twice that. */
  outgoingSeconds: number;
  logLevel: string;
  browser: BrowserSettings;
}

/** A setting that cannot be used. The message is one sentence that names it. */
export class ConfigError extends Error {}

const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Reads and checks the settings. Throws `ConfigError`. */
export function readConfig(env: Env, release = "dev"): Config {
  const environment = oneOf(env, "ENVIRONMENT", ["production", "staging", "development"] as const, "production");
  const product = env["PRODUCT_NAME"] || "lanyard";
  if (!/^[A-Za-z][A-Za-z0-9_ -]{0,39}$/.test(product)) {
    throw new ConfigError(
      `PRODUCT_NAME must be a name of 1 to 40 letters, digits, spaces, "_" or "-", not "${product}".`,
    );
  }
  return {
    port: wholeNumber(env, "PORT", 4310, 0, 65_535),
    host: env["HOST"] || "127.0.0.1",
    databaseUrl: databaseUrl(env["DATABASE_URL"] || "sqlite:data/lanyard.db"),
    databasePool: wholeNumber(env, "DATABASE_POOL", 5, 1, 500),
    environment,
    product,
    smtpUrl: url(env, "SMTP_URL", ["smtp:", "smtps:"]),
    mailFrom: env["MAIL_FROM"] || `${product} <no-reply@localhost>`,
    publicUrl: url(env, "PUBLIC_URL"),
    demo: oneOf(env, "DEMO", ["0", "1"] as const, "1") === "1",
    metricsToken: env["METRICS_TOKEN"] ?? "",
    secretKey: secretKey(env),
    leakedPasswords: leakedPasswords(env),
    trustedProxies: trustedProxies(env),
    allowPrivateAddresses: oneOf(env, "ALLOW_PRIVATE_ADDRESSES", ["0", "1"] as const, "0") === "1",
    outgoingSeconds: wholeNumber(env, "OUTGOING_TIMEOUT", 8, 1, 60),
    logLevel: oneOf(env, "LOG_LEVEL", LEVELS, "warn"),
    browser: {
      apiUrl: url(env, "API_URL"),
      environment,
      product,
      oldDashboardUrl: url(env, "OLD_DASHBOARD_URL"),
      publicNetworkingUrl: url(env, "PUBLIC_NETWORKING_URL"),
      apiDocsUrl: url(env, "API_DOCS_URL"),
      sentryDsn: url(env, "SENTRY_DSN"),
      gridLicenseKey: env["AG_GRID_LICENSE_KEY"] ?? "",
      analyticsUrl: url(env, "ANALYTICS_URL"),
      analyticsToken: env["ANALYTICS_TOKEN"] ?? "",
      release,
      sendsMail: Boolean(env["SMTP_URL"]),
    },
  };
}

function wholeNumber(env: Env, name: string, fallback: number, least: number, most: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}

const RANGES = new Set(["loopback", "linklocal", "uniquelocal"]);

function trustedProxies(env: Env): string[] {
  const words = (env["TRUSTED_PROXIES"] ?? "loopback").split(/[\s,]+/).filter(Boolean);
  const wrong = words.find((word) => !RANGES.has(word) && !isNetwork(word));
  if (wrong === undefined) return words;
  throw new ConfigError(
    `TRUSTED_PROXIES must name addresses or networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal, not "${wrong}".`,
  );
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
  );
}

function leakedPasswords(env: Env): string {
  const path = env["LEAKED_PASSWORDS"] ?? "";
  if (path === "") return path;
  try {
    if (isLeakList(path)) return path;
  } catch (error) {
    throw new ConfigError(`LEAKED_PASSWORDS names a file that cannot be read: ${(error as Error).message}.`);
  }
  throw new ConfigError(`LEAKED_PASSWORDS must name a file of SHA-1 hashes in order, one on each line, not "${path}".`);
}

function secretKey(env: Env): string {
  const text = env["SECRET_KEY"] ?? "";
  if (text !== "" && text.length < 32) throw new ConfigError("SECRET_KEY must have at least 32 characters.");
  return text;
}

function oneOf<const Words extends readonly string[]>(
  env: Env,
  name: string,
  words: Words,
  fallback: Words[number],
): Words[number] {
  const text = env[name] || fallback;
  if (!words.includes(text)) throw new ConfigError(`${name} must be one of ${words.join(", ")}, not "${text}".`);
  return text;
}

function url(env: Env, name: string, protocols = ["http:", "https:"]): string {
  const text = env[name] ?? "";
  if (text === "") return "";
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.join("// or ")}//, not "${withoutSecrets(text)}".`,
    );
  }
  return text.replace(/\/$/, "");
}

function databaseUrl(text: string): string {
  if (/^sqlite:.+/.test(text)) return text;
  if (/^postgres(ql)?:\/\/.+/.test(text)) {
    // The driver takes an address without a host, which means the socket.
    const address = text.replace("@/", "@localhost/");
    if (URL.canParse(address) && !isCutShort(new URL(address))) return text;
    throw new ConfigError(
      `DATABASE_URL cannot be read: "${withoutSecrets(text)}". Write a # in the password as %23, / as %2F, ? as %3F, @ as %40.`,
    );
  }
  throw new ConfigError(
    `DATABASE_URL must be sqlite:PATH or postgres://USER@HOST/DATABASE, not "${withoutSecrets(text)}".`,
  );
}

/** A password that begins with digits is taken for a port up to its first # or / or ?, and the rest with its @ for what follows. */
function isCutShort({ pathname, hash, search, username }: URL): boolean {
  return pathname.includes("@") || hash.includes("@") || (search.includes("@") && `${pathname}${username}` === "");
}

function withoutSecrets(text: string): string {
  return text.replace(/\/\/.*@/, "//***@");
}
