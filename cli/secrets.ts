// Secrets never leave the process: everything that is printed or written passes through here.
const secrets = new Set<string>();

/** Remembers a secret, and the forms in which it travels. */
export function addSecret(text: string | undefined): void {
  if (!text || text.length < 6) return;
  for (const form of [text, `Bearer ${text}`]) {
    secrets.add(form);
    secrets.add(encodeURIComponent(form));
    for (const lead of ["", " ", "  "]) secrets.add(base64Core(lead + form, lead.length));
  }
  secrets.add(JSON.stringify(text).slice(1, -1));
  secrets.add(Buffer.from(text).toString("hex"));
}

/** The part of a base64 text that does not depend on what stands around the secret. */
function base64Core(text: string, lead: number): string {
  const whole = Buffer.from(text).toString("base64").replace(/=+$/, "");
  return whole.slice(lead === 0 ? 0 : lead + 1, whole.length - 1);
}

/** The text without any secret. */
export function scrub(text: string): string {
  let result = text;
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) result = result.replaceAll(secret, "«secret»");
  return result;
}
