// What follows from the session: the navigation is loaded and left, other tabs are heard, the theme is worn, analytics is fed.
import { autorun, reaction } from "mobx";
import { getToken } from "#schemas/core.ts";
import { cdpTokenField } from "#schemas/session.ts";
import { t } from "../kernel/i18n/setup.ts";
import { rememberId } from "../kernel/nav/recent.ts";
import { asksNotToTrack, createAnalytics } from "../kernel/report/analytics.ts";
import type { Clock } from "../kernel/store/clock.ts";
import type { Root } from "../kernel/store/root.ts";
import { readStoredUser, USER_DATA } from "../kernel/store/storedUser.ts";
import { otpOf } from "./otp.ts";
import { wearDensity, wearTheme } from "./theme.ts";

/** Starts all watches; they live as long as the page. */
export function watch(root: Root, clock: Clock): void {
  followSession(root);
  followTime(root, clock);
  followOtherTabs(root);
  followEnds(root);
  reaction(
    () => root.shell.theme,
    (theme) => wearTheme(theme),
  );
  reaction(
    () => root.shell.density,
    (density) => wearDensity(density),
  );
  followAnalytics(root);
  followConnection(root);
  followReturns(root);
  followEvents(root);
}

/** An event that was chosen, however that was, is among those that the palette offers first. */
function followEvents({ session, env: { local } }: Root): void {
  reaction(
    () => session.event?.id,
    (id) => id && rememberId(local, session.user?.user_id, { id: `event:${id}`, kind: "event" }),
  );
}

/** Whoever comes back to the tab sees the events as they are by now. */
function followReturns({ session }: Root): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void session.renewEvents();
  });
}

function followConnection({ session, nav, notices }: Root): void {
  addEventListener("offline", () => notices.info(t("common:offline")));
  addEventListener("online", () => {
    notices.info(t("common:online"));
    if (session.status === "unreachable") void session.start(otpOf(location.search));
    else if (session.loadProblem ?? session.typesProblem) void session.reload();
    if (nav.loading.problem) void nav.load();
  });
}

function followSession({ session, nav, shell, renewAreas }: Root): void {
  reaction(
    () => Boolean(session.token),
    (isIn) => {
      if (isIn) return nav.follow();
      nav.leave();
      shell.closeDialog();
      renewAreas();
    },
  );
  reaction(
    () => session.appId,
    (_, before) => before !== undefined && renewAreas(),
  );
}

/** The event's phase and the day turn while the page is open; what depends on them follows. */
function followTime({ session }: Root, clock: Clock): void {
  autorun(() => {
    const midnight = clock.now().setUTCHours(24, 0, 0, 0);
    const { date } = session.event ?? {};
    clock.wakeAt([midnight, ...(date ? [Date.parse(date.date_start), Date.parse(date.date_end)] : [])]);
  });
}

/** A session that ends or begins in one tab does so in all of them; so does a profile that is saved. */
function followOtherTabs({ session, env }: Root): void {
  addEventListener("storage", (event) => {
    if (event.storageArea !== localStorage || (event.key !== USER_DATA && event.key !== null)) return;
    const stored = readStoredUser(env.local);
    if (!stored) return session.end();
    if (session.status === "anonymous") return void session.start(undefined);
    if (stored.user.user_id !== session.user?.user_id) location.reload();
    else if (stored.token !== session.token) void session.start(undefined);
    else session.setUser(stored.user);
  });
}

/** The server says which sessions have ended: an open page leaves at once, and not with its next click. */
function followEnds({ session, env: { api } }: Root): void {
  let stops: (() => void)[] = [];
  // Only the refusal itself ends a session.
  const ask = () => {
    const { user } = session;
    if (user) void api.call(getToken, { params: { userId: user.user_id } }).catch(() => undefined);
  };
  let wasOpen = false;
  reaction(
    () => session.token,
    (token) => {
      for (const stop of stops) stop();
      stops = [];
      if (token === undefined) {
        wasOpen = false;
        return;
      }
      const own = endTag(token);
      stops = [
        api.listen("session-ended", (tag) => void own.then((mine) => tag === mine && ask())),
        // While there was no stream, it may have been said to nobody.
        api.listen("open", () => {
          if (wasOpen) ask();
          wasOpen = true;
        }),
      ];
    },
    { fireImmediately: true },
  );
}

const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, "0")).join("");
const sha256 = async (text: string) => hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** By what the server names this session when it has ended; empty where the browser cannot tell. */
async function endTag(token: string): Promise<string> {
  return crypto.subtle ? sha256(`ended ${await sha256(token)}`) : "";
}

function followAnalytics({ session, env: { settings } }: Root): void {
  const analytics = createAnalytics({
    url: settings.analyticsUrl,
    token: settings.analyticsToken,
    doNotTrack: asksNotToTrack(navigator as Navigator & { globalPrivacyControl?: boolean }),
    send: (url, body) => navigator.sendBeacon(url, body),
  });
  autorun(() => {
    const { user, appId, eventId, config } = session;
    const token = config?.application.general[cdpTokenField(settings.product)] ?? "";
    analytics.identify(
      user && config && { token, appId, eventId: eventId || undefined, dashboardUserId: user.user_id },
    );
  });
}
