// Links that log participants in: made, found by their tokens, and used up.
import { publicNetworkingAddress } from "#schemas/networkingPage.ts";
import { type Context, hashToken, newToken, problem } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import type { LoginLink } from "../contract.ts";
import { categoriesOf, thingsOf } from "./people.ts";
import * as repository from "./repository.ts";
import { goodUntil, hindranceOf, hindranceOfEvent, refuseHindered, stateOf } from "./rules.ts";

/** The address of the event app, as the settings have it; empty where they have none. */
export const appAddress = ({ deps }: Pick<Context, "deps">) => deps.config.browser.publicNetworkingUrl;

/** Where a token lets somebody into an event. */
export function addressOf(base: string, event: { name: string }, token: string): string {
  return `${publicNetworkingAddress(base, event)}?login=${token}`;
}

/** A new link of a participant; whoever is named logs in as them with it. Refuses where something stands in the way. */
export async function makeLink(
  context: Pick<Context, "db" | "dialect" | "event" | "now" | "deps">,
  thing: Thing,
  by: "link" | "mail",
  as?: { id: number; name: string },
): Promise<LoginLink> {
  const { db, dialect, event, now } = context;
  const base = appAddress(context);
  refuseHindered(hindranceOfEvent(event, base) ?? hindranceOf(thing, await categoriesOf(context), by));
  await repository.holdProfiles(db, event.id, [thing.id]);
  const token = newToken();
  const until = goodUntil(now, as ? "as" : "own");
  const link = { thing_id: thing.id, hash: hashToken(token), as };
  await repository.addLinks(db, dialect, event.id, [link], { at: now.toISOString(), until });
  return { address: addressOf(base, event, token), expires_at: until };
}

/** Whom a token lets in. Refuses one that is no good any more, and whoever may not come in. */
export async function holderOf(context: Pick<Context, "db" | "event" | "now" | "deps">, token: string) {
  const { db, event, now, deps } = context;
  const link = await repository.findLink(db, event.id, hashToken(token));
  if (!link) throw problem("app-access.link_unknown");
  const state = stateOf(link, now);
  if (state !== "open") throw problem(`app-access.link_${state}`);
  refuseHindered(hindranceOfEvent(event, undefined));
  const thing = await thingsOf(deps.offered).get(db, event.id, link.thing_id);
  if (!thing) throw problem("app-access.link_unknown");
  refuseHindered(hindranceOf(thing, await categoriesOf(context), "link"));
  const impersonator = link.as_id === null ? null : { id: link.as_id, name: link.as_name ?? "" };
  return { link, thing, impersonator };
}
