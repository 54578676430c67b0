// What is known before the application exists: storage, settings, language, theme.
import type { BrowserSettings } from "#schemas/core.ts";
import { withAhead } from "../kernel/api/ahead.ts";
import { getJson } from "../kernel/api/client.ts";
import { savedLocale, startLanguage } from "../kernel/i18n/setup.ts";
import { type Kept, keptIn } from "../kernel/store/kept.ts";
import { USER_DATA } from "../kernel/store/storedUser.ts";
import { otpOf } from "./otp.ts";
import { followTheme } from "./theme.ts";

/** What is taken when the settings cannot be had: the page still says what is wrong. */
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
  sendsMail: true,
};

/** What the start asks for has not come: it can be asked for again. */
export class NothingArrived extends Error {
  constructor(readonly missing: "server" | "texts") {
    super(missing === "texts" ? "The texts could not be loaded" : "The server could not be reached");
  }
}

export interface Surroundings {
  local: Kept;
  tab: Kept;
  settings: BrowserSettings;
}

/** Settings and texts are asked for at once; nothing is drawn before both are here. */
export async function surroundings(): Promise<Surroundings> {
  const local = keptIn(() => localStorage);
  const tab = keptIn(() => sessionStorage);
  followTheme(local);
  const source = (path: string) => getJson(withAhead(window.fetch.bind(window)), path);
  const [settings, hasTexts] = await Promise.all([
    source("/settings.json") as Promise<Partial<BrowserSettings> | undefined>,
    startLanguage(savedLocale(local), source),
  ]);
  // Names of texts are no texts: better one plain sentence than a page of keys.
  if (!hasTexts) throw new NothingArrived(settings ? "texts" : "server");
  return { local, tab, settings: { ...NO_SETTINGS, ...settings } };
}

/** Whether only the log-in page is needed: nobody is logged in and no deeper address was asked for. */
export function isAtLogin({ local }: Surroundings, { pathname, search }: Location): boolean {
  const isPlain = ["/", "/main", "/login"].includes(pathname);
  return isPlain && otpOf(search) === undefined && local.text(USER_DATA) === undefined;
}
