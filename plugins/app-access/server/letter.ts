// The letter with which somebody gets their log-in link.
import { languageOf } from "#schemas/letterLocale.ts";
import type { Thing } from "../../event-data/contract.ts";
import { LINK_DAYS } from "../contract.ts";

interface Around {
  speak: (locale: string, key: string, values?: Record<string, unknown>) => string;
  event: string;
  /** The app's language, for those whose own is not known. */
  usual: string;
}

/** To one participant. It lets its reader in, so that nobody else reads it in the outbox. */
export function loginLetter({ speak, event, usual }: Around, thing: Thing, address: string, expiresAt: string) {
  const locale = languageOf(thing.fields, usual);
  const facts = { event, address, days: LINK_DAYS, name: thing.first_name || thing.name };
  const say = (key: string) => speak(locale, `app-access:mail.${key}`, facts);
  const text = `${say("greeting")}\n\n${say("text")}\n\n${address}\n\n${say("once")}\n\n${say("foot")}\n`;
  return { to: thing.email, subject: say("subject"), text, secret: true, kind: "login" as const, expiresAt };
}
