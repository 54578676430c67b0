// Single sign-on as an administrator sets it up and a browser goes through it.
import { randomBytes } from "node:crypto";
import type { Asker } from "./app.ts";
import { CLIENT, type RunningProvider } from "./provider.ts";

export const REDIRECT = "https://dashboard.test/login";
export const secretOfBrowser = () => randomBytes(32).toString("base64url");
export const usual = {
  client_id: CLIENT.id,
  secret: CLIENT.secret,
  domains: ["sso.test", "demo.test"],
  claims: { email: "email", first_name: "given_name", last_name: "family_name" },
  unknown: "refuse",
  admit_role_id: 299,
  admit_containers: [-1],
  enabled: false,
};

/** Sets a provider up as an administrator does: save, test, switch on. */
export async function setUp(admin: Asker, provider: RunningProvider, change: object = {}) {
  const { rev = 0 } = (await admin.get("/1/api/login-provider")).data.provider ?? {};
  const draft = { ...usual, issuer: provider.issuer, ...change };
  const saved = await admin.put("/1/api/login-provider", { ...draft, rev });
  if (saved.status !== 200) return saved;
  await trial(admin, provider);
  const { secret: _, ...rest } = draft;
  return admin.put("/1/api/login-provider", { ...rest, rev: saved.data.provider.rev, enabled: true });
}

export async function trial(admin: Asker, provider: RunningProvider) {
  const binding = secretOfBrowser();
  const started = await admin.post("/1/api/login-provider/test", { binding });
  if (started.status !== 200) return started;
  return admin.post("/1/api/login-provider/test/finish", { answer: await provider.visit(started.data.url), binding });
}
