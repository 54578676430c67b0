// The analytics port: fed with token, app, event and person; off without its address, silent for those who ask not to be tracked.

export interface AnalyticsDeps {
  url: string;
  token: string;
  doNotTrack: boolean;
  /** Sends without anybody waiting for it; false when it could not be queued. */
  send(url: string, body: string): boolean;
}

export interface AnalyticsIdentity {
  token: string;
  appId: number | undefined;
  eventId: number | undefined;
  dashboardUserId: number;
}

export interface Analytics {
  /** Who works with which app and event; nobody after log-out. */
  identify(identity: AnalyticsIdentity | undefined): void;
}

const OFF: Analytics = { identify() {} };

/** Whether the browser says that its person does not want to be followed. */
export function asksNotToTrack(from: { doNotTrack?: string | null; globalPrivacyControl?: boolean }): boolean {
  return from.doNotTrack === "1" || from.doNotTrack === "yes" || from.globalPrivacyControl === true;
}

export function createAnalytics({ url, token, doNotTrack, send }: AnalyticsDeps): Analytics {
  if (url === "" || doNotTrack) return OFF;
  let identity: AnalyticsIdentity | undefined;

  return {
    identify(next) {
      const isSame = JSON.stringify(next) === JSON.stringify(identity);
      identity = next;
      if (isSame || !next) return;
      try {
        send(url, JSON.stringify({ ...next, token: next.token || token }));
      } catch {
        // Analytics never stands in anybody's way.
      }
    },
  };
}
