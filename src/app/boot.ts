// The start in its order: language → registry → freeze → root store → session.
import { faces, manifests } from "#project";
import type { BrowserSettings } from "#schemas/core.ts";
import { createClient, getJson } from "../kernel/api/client.ts";
import { currentLocale, savedLocale, startLanguage, t } from "../kernel/i18n/setup.ts";
import { buildRegistry } from "../kernel/plugin/registry.ts";
import { reportError, startReporting } from "../kernel/report/sentry.ts";
import { keptIn } from "../kernel/store/kept.ts";
import { buildRoot, type EnvParts, type Root } from "../kernel/store/root.ts";
import { hasOtp, otpOf, withoutOtp } from "./otp.ts";
import { type AppRouter, makeRouter } from "./routes.tsx";
import { watch } from "./watch.ts";

/** What is served when the settings cannot be had: the page still says what is wrong. */
const NO_SETTINGS: BrowserSettings = {
  apiUrl: "",
  environment: "production",
  product: "lanyard",
  oldDashboardUrl: "",
  publicNetworkingUrl: "",
  apiDocsUrl: "",
  sentryDsn: "",
  gridLicenseKey: "",
  analyticsUrl: "",
  analyticsToken: "",
  release: "",
};

export interface Booted {
  root: Root;
  router: AppRouter;
}

/** Starts the application; the session goes on starting while the first screen is drawn. */
export async function boot(): Promise<Booted> {
  const local = keptIn(() => localStorage);
  const tab = keptIn(() => sessionStorage);
  const source = (path: string) => getJson(window.fetch.bind(window), path);
  const [settings] = await Promise.all([
    source("/settings.json") as Promise<BrowserSettings | undefined>,
    startLanguage(savedLocale(local), source),
  ]);
  const registry = buildRegistry(manifests, faces);
  let router: AppRouter | undefined;
  const parts: EnvParts = {
    api: undefined as never,
    settings: { ...NO_SETTINGS, ...settings },
    now: () => new Date(),
    t,
    locale: currentLocale,
    local,
    tab,
    go: (path) => void router?.navigate(path),
    report: reportError,
  };
  const root = buildRoot(registry, parts, (env) => {
    env.api = createClient({
      apiUrl: env.settings.apiUrl,
      fetch: window.fetch.bind(window),
      dashboardToken: () => root.session.token,
      app: () => root.session.app,
      retrieveAppToken: (appId) => root.session.retrieveAppToken(appId),
      hasOtp,
      onUnauthenticated: (token) => root.session.end(token),
      log: (problem, where) => console.error(where, problem),
      mismatch: async ({ reply, replyType }, data) =>
        replyType ? undefined : (await import("../kernel/api/shape.ts")).mismatch(reply, data),
    });
  });
  startReporting(root.env.settings);
  watch(root);
  router = makeRouter(root);
  const made = router;
  void root.session.start(otpOf(location.search)).then(() => {
    if (hasOtp() && root.session.isAuthenticated) void made.navigate(withoutOtp(made.state.location), { replace: true });
  });
  return { root, router };
}
