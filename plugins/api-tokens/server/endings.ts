// A letter to the owner of a token that ends within a week: once for each secret, in the language of the app.
import { type TidyContext, apiTokens as tokens } from "#server";
import { soon } from "./rules.ts";

/** Writes the letters that are due. Of several processes one writes each. */
export async function tellEndings({ db, now, speak, linkTo, inTransaction }: TidyContext): Promise<void> {
  const at = now.toISOString();
  for (const token of await tokens.listEnding(db, at, soon(now))) {
    const { default_locale: locale } = token;
    const path = `/app-settings/api-tokens?open=${token.id}`;
    const facts = {
      name: token.name,
      prefix: token.prefix,
      app: token.app_name,
      person: token.first_name,
      time: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(
        new Date(token.expires_at),
      ),
      link: linkTo(path) ?? "",
    };
    const text = speak(locale, facts.link ? "api-tokens:mail.end.textWithLink" : "api-tokens:mail.end.text", facts);
    await inTransaction(async (open, mail) => {
      if (!(await tokens.noteEndTold(open, token.id, at))) return;
      const subject = speak(locale, "api-tokens:mail.end.subject", facts);
      await mail({ appId: token.app_id, to: token.email, subject, text, kind: "token", expiresAt: token.expires_at });
    });
  }
}
