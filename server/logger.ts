// What the log may hold.

/** Lines of JSON with the request's id; headers never, since they carry tokens. */
export function loggerFor(level: string) {
  return {
    level,
    serializers: {
      req: (request: { id?: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: withoutReference(request.url),
      }),
    },
    redact: ["password", "*.password", "*.token", "*.otp", "*.current_password"],
  };
}

/** An address without its query, and without the reference of an invitation, which is as good as a password. */
function withoutReference(url: string): string {
  return (url.split("?")[0] ?? "").replace(/(\/(?:invite|create-account)\/)[^/]+/, "$1…");
}
