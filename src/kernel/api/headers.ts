// Which credentials a request carries (specification §7). The rules look at the path, never at the base address.

export const DASHBOARD_HEADER = "x-dashboard-authorization";
export const SKIP_AUTH_HEADER = "x-skip-auth";
const LOGIN_PATH = "/user/login";

interface Credentials {
  dashboardToken: string | undefined;
  appToken: string | undefined;
}

/** Whether the request needs the selected app's token. */
export function wantsAppToken(path: string, headers: Headers): boolean {
  return path.includes("/api") && !headers.has(SKIP_AUTH_HEADER);
}

/** The headers as they are sent; the internal skip-auth header never leaves the browser. */
export function withCredentials(path: string, given: Headers, credentials: Credentials): Headers {
  const headers = new Headers(given);
  const { dashboardToken, appToken } = credentials;
  if (dashboardToken && !path.includes(LOGIN_PATH) && !headers.has(DASHBOARD_HEADER)) {
    headers.set(DASHBOARD_HEADER, dashboardToken);
  }
  if (appToken && wantsAppToken(path, headers)) headers.set("authorization", `Bearer ${appToken}`);
  headers.delete(SKIP_AUTH_HEADER);
  return headers;
}
