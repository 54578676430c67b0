// How a session starts: by the token that an earlier visit has left, else by the one-time password of the address.
import { getToken, listApps, verifyOtp } from "#schemas/core.ts";
import { type App, type Credentials, productKey, type User } from "#schemas/session.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import type { Env } from "./env.ts";
import { readStoredUser, removeStoredUser } from "./storedUser.ts";

/** By what the check of a stored token refuses it. */
const REFUSALS = new Set([400, 401, 403, 404]);

/** What a start sets, and what it ends in. */
interface Starting {
  status: string;
  token: string | undefined;
  user: User | undefined;
  setUser: (user: User) => void;
  enter: (credentials: Credentials) => void;
  settle: (apps: readonly App[]) => Promise<unknown>;
  fail: (problem: ApiProblem) => void;
}

type Steps = Generator<Promise<unknown>, void, never>;

/** Where neither says who is here, nobody is; where that could not be asked, the start has failed. */
export function* started(self: Starting, surroundings: Env, otp: string | undefined): Steps {
  const { api, local, notices, t, settings, report } = surroundings;
  self.status = "starting";
  const stored = readStoredUser(local);
  if (stored === null) {
    const contact = `ERROR_CONTACT_${productKey(settings.product).toUpperCase()}`;
    const text = t(`problem:${contact}`, { defaultValue: t("problem:ERROR_CONTACT", { defaultValue: contact }) });
    notices.error(text, { title: t("common:toast.failed") });
    removeStoredUser(local);
  }
  if (stored) {
    self.token = stored.token;
    self.user = stored.user;
    try {
      const [answer, apps] = (yield Promise.all([
        api.call(getToken, { params: { userId: stored.user.user_id } }),
        api.call(listApps),
      ])) as unknown as [{ user: User }, readonly App[]];
      self.setUser(answer.user);
      void self.settle(apps);
      return;
    } catch (error) {
      const problem = asProblem(error);
      // Anything else, such as too many questions at a proxy, says nothing of the token.
      if (!REFUSALS.has(problem.status)) return self.fail(problem);
    }
  }
  self.token = undefined;
  self.user = undefined;
  if (otp) {
    try {
      self.enter((yield api.call(verifyOtp, { body: { otp } })) as unknown as Credentials);
      void self.settle((yield api.call(listApps)) as unknown as readonly App[]);
      return;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 0 || problem.status >= 500) return self.fail(problem);
      if (problem.status !== 401) report(problem);
      notices.error(t("problem:otp.refused"));
    }
  }
  self.token = undefined;
  self.status = "anonymous";
  removeStoredUser(local);
}
