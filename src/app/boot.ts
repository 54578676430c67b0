// The start of the application in its order: registry → freeze → root store → session. The language is there already.
import { reaction } from "mobx";
import { faces, manifests } from "#project";
import { withAhead } from "../kernel/api/ahead.ts";
import { createClient } from "../kernel/api/client.ts";
import { mismatch } from "../kernel/api/shape.ts";
import { upload } from "../kernel/api/upload.ts";
import { currentLocale, t } from "../kernel/i18n/setup.ts";
import { buildRegistry } from "../kernel/plugin/registry.ts";
import { reportError } from "../kernel/report/sentry.ts";
import { createClock } from "../kernel/store/clock.ts";
import { buildRoot, type EnvParts, type Root } from "../kernel/store/root.ts";
import { USER_DATA } from "../kernel/store/storedUser.ts";
import { appIn } from "./appIn.ts";
import { hasOtp, otpOf, withoutOtp } from "./otp.ts";
import { type AppRouter, makeRouter, type RouteHandle } from "./routes.tsx";
import { prefetchScreen } from "./screens.ts";
import type { Surroundings } from "./surroundings.ts";
import { watch } from "./watch.ts";

export interface Booted {
  root: Root;
  router: AppRouter;
  /** Fulfilled when it is known who is here. */
  begun: Promise<void>;
}

/** Builds everything and starts the session, which goes on starting while the first screen is drawn. */
export function boot(around: Surroundings): Booted {
  let router: AppRouter | undefined;
  const clock = createClock();
  const parts: EnvParts = {
    ...around,
    api: undefined as never,
    now: clock.now,
    t,
    locale: currentLocale,
    go: (path, state) => void router?.navigate(path, { state }),
    report: reportError,
  };
  // A form asks nothing while it is being saved, and what is not answered yet would be lost.
  let writes = 0;
  addEventListener("beforeunload", (event) => writes > 0 && event.preventDefault());
  const root: Root = buildRoot(buildRegistry(manifests, faces), parts, (env) => {
    env.api = createClient({
      apiUrl: env.settings.apiUrl,
      fetch: withAhead(window.fetch.bind(window)),
      upload,
      dashboardToken: () => root.session.token,
      app: () => root.session.app,
      retrieveAppToken: (appId) => root.session.retrieveAppToken(appId),
      hasOtp,
      onUnauthenticated: (token) => root.session.end(token),
      heardTime: clock.hear,
      retrying: (isOn) => root.notices.retrying(isOn),
      writing: (more) => {
        writes += more;
      },
      log: (problem, where) => console.error(where, problem),
      mismatch: async ({ reply, replyType }, data) => (replyType ? undefined : mismatch(reply, data)),
    });
  });
  root.session.wantApp(appIn(location.search));
  watch(root, clock);
  router = makeRouter(root);
  prepareScreen(root, router);
  dropOtp(root, router);
  return { root, router, begun: root.session.start(otpOf(location.search)) };
}

/** The code of the screen at this address comes while the session starts. */
function prepareScreen({ env }: Root, router: AppRouter): void {
  const handle = router.state.matches.at(-1)?.route.handle as RouteHandle | undefined;
  if (handle && env.local.text(USER_DATA) !== undefined) prefetchScreen(handle.route);
}

/** A one-time password leaves the address with whichever log-in comes first: while it stands there, a refused call ends nothing. */
function dropOtp({ session }: Root, router: AppRouter): void {
  reaction(
    () => session.isAuthenticated,
    (isIn) => isIn && hasOtp() && void router.navigate(withoutOtp(router.state.location), { replace: true }),
  );
}
