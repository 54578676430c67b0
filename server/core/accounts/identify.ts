// Who is asking, for which app and of which event: looked up at once for each request.
import type { AppAccess, Deps, EventRow, Person } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { permissionsOf } from "../roles/roles.ts";
import { identifyToken, isApiToken, narrowed } from "./apiTokens.ts";
import { findAsking, findMembership } from "./repository.ts";
import { hashToken, namedApp, readAppToken } from "./tokens.ts";

const SEEN_EVERY_MS = 60_000;

/** What a request says of itself; nothing of it is proved yet. */
export interface Asking {
  /** Of the person: a dashboard token or an API token. */
  credential: string | string[] | undefined;
  /** Of the app. */
  authorization: string | undefined;
  eventId: number;
  address: string;
}

/** A person who is asking, with what else was found of the app and the event that the request names. */
export interface Known {
  person: Person;
  /** The membership in the app that the application token names; whether it is the person's token is still to be seen. */
  membership?: Membership;
  /** The event of that app; whether the person may see it is still to be seen. */
  event?: EventRow;
}

type Membership = NonNullable<Awaited<ReturnType<typeof findMembership>>>;

/** The person behind a dashboard token, or the owner of an API token. Throws `unauthenticated`. */
export async function identifyPerson(deps: Deps, asking: Asking): Promise<Known> {
  const { credential, authorization } = asking;
  if (isApiToken(credential)) return { person: await identifyToken(deps, credential as string, asking.address) };
  if (typeof credential !== "string" || credential.length < 20 || credential.length > 200)
    throw problem("unauthenticated");
  const appId = namedApp(bearerOf(authorization));
  const found = await findAsking(deps.database.quick, hashToken(credential), appId, asking.eventId);
  const { session, membership, event } = found ?? {};
  const now = deps.now().toISOString();
  if (!session || session.ended_at || session.disabled_at || session.expires_at <= now)
    throw problem("unauthenticated");
  if (Date.parse(now) - Date.parse(session.last_seen_at) > SEEN_EVERY_MS) noteSeen(deps, session.id, now);
  const person = {
    id: session.user_id,
    email: session.email,
    firstName: session.first_name,
    lastName: session.last_name,
    sessionId: session.id,
    ...(session.app_id === null ? {} : { onlyApp: session.app_id }),
  };
  return { person, ...(membership && { membership }), ...(event && { event }) };
}

/** Written behind the request's back: a reader should not wait for the writer. */
function noteSeen(deps: Deps, id: number, at: string): void {
  deps.database.write
    .updateTable("core_session")
    .set({ last_seen_at: at })
    .where("id", "=", id)
    .execute()
    .catch(() => {});
}

/** The app behind an application token of this person. Throws `app_token`. */
export async function identifyApp(deps: Deps, known: Known, header: string | undefined): Promise<AppAccess> {
  const bearer = bearerOf(header);
  const { person } = known;
  const { token } = person;
  // An API token stands for its app as well; an application token beside it must be of the same app.
  const named =
    token && (bearer === "" || isApiToken(bearer))
      ? { appId: token.appId, generation: null }
      : readAppToken(deps.secret, person.id, bearer);
  if (!named || (token && token.appId !== named.appId)) throw problem("app_token");
  if (person.onlyApp !== undefined && person.onlyApp !== named.appId) throw problem("app_token");
  const membership =
    known.membership?.app_id === named.appId
      ? known.membership
      : await findMembership(deps.database.quick, person.id, named.appId);
  const isGood = named.generation === null || membership?.token_generation === named.generation;
  if (!membership || membership.disabled_at || !isGood) throw problem("app_token");
  const app = {
    id: membership.app_id,
    name: membership.app_name,
    accessRole: membership.role_id,
    permissions: permissionsOf(membership.role_id, membership.permissions),
    allowedEvents: JSON.parse(membership.allowed_events) as number[],
    rulesRev: membership.rules_rev,
  };
  return token ? narrowed(app, token) : app;
}

const bearerOf = (header: string | undefined) => (header?.startsWith("Bearer ") ? header.slice(7) : "");
