// One short handler an endpoint: load, decide, write.
import { type Context, localeOf, problem, type Route, route } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import {
  type AppAccess,
  createLoginLink,
  getAppAccess,
  impersonateThing,
  type LinkHolder,
  noteSeen,
  openLoginLink,
  sendLoginMail,
  verifyLoginLink,
} from "../contract.ts";
import { loginLetter } from "./letter.ts";
import { appAddress, holderOf, makeLink } from "./links.ts";
import { advance, categoriesOf, getThing, objectOf } from "./people.ts";
import * as repository from "./repository.ts";
import { hindranceOf, hindranceOfEvent, stateOf } from "./rules.ts";
import { noteAllSeen } from "./seen.ts";

export const routes: Route[] = [
  route(getAppAccess, async (context) => shown(context, await getThing(context, context.params.thingId))),

  route(sendLoginMail, async (context) => {
    const { db, event, app, now, mail, audit, deps } = context;
    const thing = await getThing(context, context.params.thingId);
    const { thing: invited, ...difference } = await advance(context, thing, "invited");
    const { address, expires_at } = await makeLink(context, invited, "mail");
    await repository.saveProfile(db, thing.id, { mailed_at: now.toISOString() });
    const around = { speak: deps.speak, event: event.name, usual: await localeOf(db, app.id) };
    await mail(loginLetter(around, invited, address, expires_at));
    await audit({ action: "send_login", object: objectOf(context, invited), ...difference });
    return shown(context, invited);
  }),

  route(createLoginLink, async (context) => {
    mustBePerson(context);
    const thing = await getThing(context, context.params.thingId);
    const link = await makeLink(context, thing, "link");
    await context.audit({ action: "make_login", object: objectOf(context, thing) });
    return link;
  }),

  route(impersonateThing, async (context) => {
    mustBePerson(context);
    const { who } = context;
    const thing = await getThing(context, context.params.thingId);
    const name = `${who.firstName} ${who.lastName}`.trim() || who.email;
    const link = await makeLink(context, thing, "link", { id: who.id, name });
    await context.audit({ action: "log_in_as", object: objectOf(context, thing) });
    return link;
  }),

  route(openLoginLink, async (context) => {
    const { db, event, body, now } = context;
    const { thing, impersonator } = await holderOf(context, body.token);
    if (!impersonator) {
      const row = (await repository.holdProfiles(db, event.id, [thing.id])).get(thing.id);
      if (!row?.opened_at) await repository.saveProfile(db, thing.id, { opened_at: now.toISOString() });
    }
    return holder(thing, impersonator);
  }),

  route(verifyLoginLink, async (context) => {
    const { db, event, body, now, audit } = context;
    const { link, thing, impersonator } = await holderOf(context, body.token);
    const at = now.toISOString();
    // Profiles are written first, here as everywhere: so that nobody waits for somebody who waits for them.
    const { thing: active, ...difference } = impersonator ? { thing } : await advance(context, thing, "active");
    const row = (await repository.holdProfiles(db, event.id, [thing.id])).get(thing.id);
    // What somebody else did with it meanwhile is known by now.
    if (!(await repository.claimLink(db, link.id, at))) await refuseClaimed(context, body.token);
    if (impersonator) {
      const after = { impersonator: impersonator.name };
      await audit({ action: "logged_in_as", object: objectOf(context, thing), after });
      return holder(thing, impersonator);
    }
    await repository.saveProfile(db, thing.id, {
      opened_at: row?.opened_at ?? at,
      entered_at: row?.entered_at ?? at,
      seen_at: row?.seen_at && row.seen_at > at ? row.seen_at : at,
    });
    await audit({ action: "log_in", object: objectOf(context, active), ...difference });
    return holder(active, null);
  }),

  route(noteSeen, (context) => noteAllSeen(context, context.body.seen)),
];

async function refuseClaimed(context: Pick<Context, "db" | "event" | "now" | "deps">, token: string): Promise<never> {
  await holderOf(context, token);
  throw problem("app-access.link_used");
}

/** Whoever can get in as anybody does so in person: no program is lent that power. */
function mustBePerson({ who }: Pick<Context, "who">): void {
  if (who.token) throw problem("token_scope", { message: "API tokens cannot do this; log in as a person" });
}

function holder(thing: Thing, impersonator: LinkHolder["impersonator"]): LinkHolder {
  const { id, type_id, name, first_name, last_name, email, status } = thing;
  return { profile: { id, type_id, name, first_name, last_name, email, status }, impersonator };
}

async function shown(context: Pick<Context, "db" | "event" | "now" | "deps">, thing: Thing): Promise<AppAccess> {
  const { db, event, now } = context;
  const row = await repository.findProfile(db, event.id, thing.id);
  const link = await repository.lastLink(db, thing.id);
  const ofEvent = hindranceOfEvent(event, appAddress(context));
  const categoryOf = await categoriesOf(context);
  const hindered = (by: "link" | "mail") => ofEvent ?? hindranceOf(thing, categoryOf, by) ?? null;
  return {
    mailed_at: row?.mailed_at ?? null,
    opened_at: row?.opened_at ?? null,
    entered_at: row?.entered_at ?? null,
    seen_at: row?.seen_at ?? null,
    link: link ? { expires_at: link.expires_at, state: stateOf(link, now) } : null,
    hindered: { link: hindered("link"), mail: hindered("mail") },
  };
}
