// From what a provider vouched for to a person of the app: found, tied, or made where the app admits unknown people.
import type { Kysely } from "kysely";
import type { CoreTables } from "../../../db/tables.ts";
import type { Db, Deps } from "../../../kernel/context.ts";
import { problem } from "../../../kernel/problem.ts";
import { writeAudit } from "../../audit/audit.ts";
import { findMembershipOf } from "../members.ts";
import { addMembership, createPerson, findPerson, findPersonByEmail } from "../people.ts";
import type { PersonRow } from "../sessions.ts";
import type { Claims } from "./oidc.ts";
import { findIdentity, hasIdentity, type Provider, tieIdentity } from "./providers.ts";
import { checkStrength, type Vouched, vouchedFor } from "./rules.ts";

/** What would happen to a person, before anything is written. */
export interface Outcome {
  person: PersonRow | undefined;
  vouched: Vouched;
  /** Not known yet, and let in all the same. */
  admitted: boolean;
}

/** Decides about a person and writes nothing. Throws the problem that the person would be told. */
export async function outcomeOf(db: Db, provider: Provider, claims: Claims): Promise<Outcome> {
  const vouched = vouchedFor(claims, provider);
  const tied = await findIdentity(db, provider, vouched.subject);
  const person = tied ? await findPerson(db, tied.user_id) : await findPersonByEmail(db, vouched.email);
  if (!person) {
    if (provider.unknown === "refuse") throw problem("login.sso_unknown");
    return { person, vouched, admitted: true };
  }
  const member = await findMembershipOf(db, provider.appId, person.id);
  // Somebody else's account is not drawn into the app by what its own provider says.
  if (person.disabled_at || !member || member.disabled_at) throw problem("login.sso_unknown");
  if (!tied && (await hasIdentity(db, provider, person.id))) throw problem("login.sso_identity");
  checkStrength({ roleId: member.role_id }, provider);
  return { person, vouched, admitted: false };
}

/** The person behind the claims; made and made a member where the app wants that, tied to the identity on the first visit. */
export async function personOf(
  deps: Deps,
  db: Kysely<CoreTables>,
  provider: Provider,
  claims: Claims,
  requestId: string,
) {
  const handed = db as unknown as Db;
  const now = deps.now();
  const { person, vouched, admitted } = await outcomeOf(handed, provider, claims);
  if (person && (await findIdentity(handed, provider, vouched.subject))) return person;
  const made = person ?? (await createPerson(handed, { ...vouched, passwordHash: null }, now));
  await tieIdentity(handed, provider, { subject: vouched.subject, userId: made.id, now });
  if (!admitted) return made;
  const { admit_role_id: roleId, admit_containers: allowedEvents, appId } = provider;
  await addMembership(handed, { userId: made.id, appId, roleId, allowedEvents });
  const membership = await findMembershipOf(handed, appId, made.id);
  await writeAudit(deps, db, [
    {
      entry: {
        action: "admit",
        object: { type: "membership", id: membership?.id ?? 0, label: made.email },
        after: { email: made.email, role_id: roleId, allowed_containers: allowedEvents },
      },
      at: now,
      who: {
        id: made.id,
        email: made.email,
        firstName: made.first_name,
        lastName: made.last_name,
        sessionId: 0,
        accessRole: roleId,
        permissions: {},
        allowedEvents,
      },
      appId,
      eventId: undefined,
      requestId,
    },
  ]);
  return made;
}
