// Who is asking, and for which app: two look-ups by key for each request.
import type { AppAccess, Deps, Person } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { permissionsOf } from "../roles/roles.ts";
import { identifyToken, isApiToken, narrowed } from "./apiTokens.ts";
import { findMembership, findSession } from "./repository.ts";
import { hashToken, readAppToken } from "./tokens.ts";

const SEEN_EVERY_MS = 60_000;

/** The person behind a dashboard token, or the owner of an API token. Throws `unauthenticated`. */
export async function identifyPerson(
  deps: Deps,
  header: string | string[] | undefined,
  address: string,
): Promise<Person> {
  if (isApiToken(header)) return identifyToken(deps, header as string, address);
  if (typeof header !== "string" || header.length < 20 || header.length > 200) throw problem("unauthenticated");
  const session = await findSession(deps.database.quick, hashToken(header));
  const now = deps.now().toISOString();
  if (!session || session.ended_at || session.disabled_at || session.expires_at <= now)
    throw problem("unauthenticated");
  if (Date.parse(now) - Date.parse(session.last_seen_at) > SEEN_EVERY_MS) noteSeen(deps, session.id, now);
  return {
    id: session.user_id,
    email: session.email,
    firstName: session.first_name,
    lastName: session.last_name,
    sessionId: session.id,
    ...(session.app_id === null ? {} : { onlyApp: session.app_id }),
  };
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
export async function identifyApp(deps: Deps, person: Person, header: string | undefined): Promise<AppAccess> {
  const bearer = header?.startsWith("Bearer ") ? header.slice(7) : "";
  const { token } = person;
  // An API token stands for its app as well; an application token beside it must be of the same app.
  const named =
    token && (bearer === "" || isApiToken(bearer))
      ? { appId: token.appId, generation: null }
      : readAppToken(deps.secret, person.id, bearer);
  if (!named || (token && token.appId !== named.appId)) throw problem("app_token");
  if (person.onlyApp !== undefined && person.onlyApp !== named.appId) throw problem("app_token");
  const membership = await findMembership(deps.database.quick, person.id, named.appId);
  const isGood = named.generation === null || membership?.token_generation === named.generation;
  if (!membership || membership.disabled_at || !isGood) throw problem("app_token");
  const app = {
    id: membership.app_id,
    name: membership.app_name,
    accessRole: membership.role_id,
    permissions: permissionsOf(membership.role_id, membership.permissions),
    allowedEvents: JSON.parse(membership.allowed_events) as number[],
  };
  return token ? narrowed(app, token) : app;
}
