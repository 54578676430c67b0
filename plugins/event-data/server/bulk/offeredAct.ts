// Acts on many that other areas offer, and with what they are asked.
import { type Db, type JobContext, type Offers, problem } from "#server";
import { type ThingAct, type ThingActDoing, thingActKey } from "../../offers.ts";

export function offeredAct(offered: Offers, key: string): ThingAct {
  const act = offered(thingActKey).find((one) => one.key === key);
  if (!act) throw problem("not_found", { message: `No area offers the act "${key}"` });
  return act;
}

export function doingOf(context: JobContext, db: Db, eventId: number, locale: string, writes: boolean): ThingActDoing {
  const { dialect, appId, who, offered } = context;
  return {
    ...{ db, dialect, event: { id: eventId, app_id: appId }, who, now: context.now(), offered, locale, writes },
    speak: context.speak,
    say: (key, values) => context.speak(locale, key, values),
    audit: (entry) => context.audit(db, entry),
    mail: (draft) => context.mail(db, draft),
  };
}
