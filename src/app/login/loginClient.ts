// The calls that can be made before anybody is logged in.
import { type BrowserSettings, finishSso, login, loginWithCode, sendLoginCode, startSso } from "#schemas/core.ts";
import type { Entered, SsoAnswer } from "#schemas/login.ts";
import { createClient } from "../../kernel/api/client.ts";

/** What was typed as second factor goes along with each. */
export interface LoginCalls {
  login(email: string, password: string, code?: string): Promise<Entered>;
  /** Answers for how many minutes a code is good, whether there is such an account or not. */
  sendCode(email: string, binding: string): Promise<number>;
  enterCode(email: string, binding: string, mailCode: string, code?: string): Promise<Entered>;
  /** Answers the page of the provider. */
  startSso(email: string, binding: string): Promise<string>;
  finishSso(answer: SsoAnswer, binding: string, code?: string): Promise<Entered>;
}

/** A factor's code without the gaps in which people write it. */
const typed = (code: string | undefined) => (code?.trim() ? { code: code.replace(/\s/g, "") } : {});

export function loginClient({ apiUrl }: Pick<BrowserSettings, "apiUrl">): LoginCalls {
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
  return {
    login: (email, password, code) => client.call(login, { body: { email, password, ...typed(code) } }),
    sendCode: async (email, binding) => (await client.call(sendLoginCode, { body: { email, binding } })).minutes,
    enterCode: (email, binding, mailCode, code) =>
      client.call(loginWithCode, {
        body: { email, binding, mail_code: mailCode.replace(/\s/g, ""), ...typed(code) },
      }),
    startSso: async (email, binding) => (await client.call(startSso, { body: { email, binding } })).url,
    finishSso: (answer, binding, code) => client.call(finishSso, { body: { answer, binding, ...typed(code) } }),
  };
}
