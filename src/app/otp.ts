// The one-time password in the address.

export function otpOf(search: string): string | undefined {
  return new URLSearchParams(search).get("otp") || undefined;
}

/** Whether one stands in the address now; while it does, a refused call does not end the session. */
export function hasOtp(): boolean {
  return otpOf(window.location.search) !== undefined;
}

/** The address without it. */
export function withoutOtp({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  const query = new URLSearchParams(search);
  if (!query.has("otp")) return `${pathname}${search}${hash}`;
  query.delete("otp");
  return `${pathname}${query.size > 0 ? `?${query}` : ""}${hash}`;
}
