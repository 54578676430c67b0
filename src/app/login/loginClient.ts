// The one call that can be made before anybody is logged in.
import { type BrowserSettings, login } from "#schemas/core.ts";
import type { Credentials } from "#schemas/session.ts";
import { createClient } from "../../kernel/api/client.ts";

export type LoginCall = (email: string, password: string, code?: string) => Promise<Credentials>;

export function loginClient({ apiUrl }: Pick<BrowserSettings, "apiUrl">): LoginCall {
  const client = createClient({
    apiUrl,
    fetch: window.fetch.bind(window),
    dashboardToken: () => undefined,
    app: () => undefined,
    retrieveAppToken: async () => undefined,
    hasOtp: () => false,
    onUnauthenticated: () => undefined,
    log: (problem, where) => console.error(where, problem),
  });
  return (email, password, code) =>
    client.call(login, { body: { email: email.trim(), password, ...(code ? { code: code.replace(/\s/g, "") } : {}) } });
}
