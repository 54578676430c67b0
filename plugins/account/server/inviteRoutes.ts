// Invitations: made by administrators, accepted by whoever holds the link.
import {
  addMembership,
  asUser,
  beginSession,
  type Context,
  checkMailDomain,
  createPerson,
  type Db,
  findPerson,
  findPersonByEmail,
  hashPassword,
  hashToken,
  localeOf,
  namesOf,
  newToken,
  problem,
  type Route,
  roleName,
  route,
} from "#server";
import {
  acceptInvite,
  createInvite,
  getInvite,
  type InviteRow,
  joinApp,
  listInvites,
  resendInvite,
  revokeInvite,
} from "../contract.ts";
import {
  createInviteOf,
  findInvite,
  findInviteOf,
  type InviteRecord,
  listInvitesOf,
  markAccepted,
  markRevoked,
  renewInvite,
  revokePendingOf,
} from "./repository.ts";
import { checkGrant, INVITE_MS, openInvite, stateOf } from "./rules.ts";

const eventsOf = (row: InviteRecord) => JSON.parse(row.allowed_events) as number[];

async function nameOf(db: Db, personId: number): Promise<string> {
  const person = await findPerson(db, personId);
  return person ? `${person.first_name} ${person.last_name}`.trim() : "";
}

async function asRow(db: Db, row: InviteRecord, now: Date): Promise<InviteRow> {
  const { id, email, created_at, expires_at, sent_count } = row;
  return {
    id,
    email,
    role: { id: row.role_id, name: roleName(row.role_id) },
    allowed_containers: eventsOf(row),
    invited_by: await nameOf(db, row.invited_by),
    created_at,
    expires_at,
    sent_count,
    state: stateOf(row, now),
  };
}

const until = (now: Date) => new Date(now.getTime() + INVITE_MS).toISOString();
const pathOf = (reference: string) => `/create-account/${reference}`;
const ofInvite = (row: InviteRecord) => ({ type: "invite", id: row.id, label: row.email });

/** Uses the invitation up and lets the person in. */
async function admit(db: Db, invite: InviteRecord, userId: number, now: Date): Promise<void> {
  if (!(await markAccepted(db, invite.id, now.toISOString()))) throw problem("account.invite_used");
  await addMembership(db, { userId, appId: invite.app_id, roleId: invite.role_id, allowedEvents: eventsOf(invite) });
}

const answering: Route[] = [
  route(getInvite, async ({ params, db, now }) => {
    const invite = openInvite(await findInvite(db, hashToken(params.reference)), now);
    const ids = eventsOf(invite);
    const names = await namesOf(db, invite.app_id, ids);
    return {
      email: invite.email,
      app_name: names.app,
      role: { id: invite.role_id, name: roleName(invite.role_id) },
      all_events: ids.includes(-1),
      events: names.events.map((event) => event.name),
      invited_by: await nameOf(db, invite.invited_by),
      expires_at: invite.expires_at,
      has_account: (await findPersonByEmail(db, invite.email)) !== undefined,
    };
  }),

  route(acceptInvite, async (context) => {
    const { params, body, db, now, audit } = context;
    const invite = openInvite(await findInvite(db, hashToken(params.reference)), now);
    if (await findPersonByEmail(db, invite.email)) throw problem("account.invite_has_account");
    const passwordHash = await hashPassword(body.password);
    const draft = {
      email: invite.email,
      firstName: body.first_name.trim(),
      lastName: body.last_name.trim(),
      passwordHash,
    };
    const person = await createPerson(db, draft, now);
    await admit(db, invite, person.id, now);
    await audit({ action: "accept", object: ofInvite(invite), after: { email: invite.email } });
    return beginSession(context, person);
  }),

  route(joinApp, async ({ params, who, db, now, audit }) => {
    const invite = openInvite(await findInvite(db, hashToken(params.reference)), now);
    const person = await findPerson(db, who.id);
    if (!person || person.email !== invite.email) throw problem("account.invite_other_person");
    await admit(db, invite, who.id, now);
    await audit({ action: "accept", object: ofInvite(invite), after: { email: invite.email } });
    return asUser(db, person);
  }),
];

const managing: Route[] = [
  route(listInvites, async ({ app, db, now }) => {
    const rows = await listInvitesOf(db, app.id);
    return Promise.all(rows.map((row) => asRow(db, row, now)));
  }),

  route(createInvite, async (context) => {
    const { app, who, body, db, now, audit } = context;
    const email = body.email.trim().toLowerCase();
    const { role_id: roleId, allowed_containers } = body;
    const events = allowed_containers.includes(-1) ? [-1] : [...new Set(allowed_containers)];
    checkGrant(who, { roleId, events });
    await checkMailDomain(db, app.id, email);
    const known = (await namesOf(db, app.id, events)).events;
    if (!events.includes(-1) && known.length < events.length) {
      throw problem("invalid", { fields: { allowed_containers: "Name events of this app only" } });
    }
    const person = await findPersonByEmail(db, email);
    if (person && (await asUser(db, person)).applications.includes(app.id)) throw problem("account.invite_member");

    await revokePendingOf(db, app.id, email, now.toISOString());
    const reference = newToken();
    const row = await createInviteOf(db, {
      appId: app.id,
      referenceHash: hashToken(reference),
      email,
      roleId,
      events,
      invitedBy: who.id,
      now: now.toISOString(),
      expiresAt: until(now),
    });
    await audit({
      action: "create",
      object: ofInvite(row),
      after: { email, role_id: roleId, allowed_containers: events },
    });
    await writeInvite(context, email, reference);
    return { invite: await asRow(db, row, now), path: pathOf(reference) };
  }),

  route(resendInvite, async (context) => {
    const { app, who, params, db, now, audit } = context;
    const row = await undecided(db, app.id, params.inviteId, now);
    checkGrant(who, { roleId: row.role_id, events: eventsOf(row) });
    const reference = newToken();
    const renewed = await renewInvite(db, row, { referenceHash: hashToken(reference), expiresAt: until(now) });
    await audit({ action: "resend", object: ofInvite(row), after: { sent_count: renewed.sent_count } });
    await writeInvite(context, row.email, reference);
    return { invite: await asRow(db, renewed, now), path: pathOf(reference) };
  }),

  route(revokeInvite, async ({ app, params, db, now, audit }) => {
    const row = await undecided(db, app.id, params.inviteId, now);
    const revoked = await markRevoked(db, row.id, now.toISOString());
    await audit({ action: "revoke", object: ofInvite(row) });
    return asRow(db, revoked, now);
  }),
];

/** The letter with the link, in the app's language. */
async function writeInvite(
  { app, who, db, deps, mail, linkTo }: Context,
  to: string,
  reference: string,
): Promise<void> {
  const locale = await localeOf(db, app.id);
  const inviter = `${who.firstName} ${who.lastName}`.trim();
  const facts = { app: app.name, inviter, link: linkTo(pathOf(reference)), days: INVITE_MS / 86_400_000 };
  const subject = deps.speak(locale, "account:mail.invite.subject", facts);
  await mail({ to, subject, text: deps.speak(locale, "account:mail.invite.text", facts) });
}

/** An invitation that waits for its person, or has waited too long. */
async function undecided(db: Db, appId: number, id: number, now: Date): Promise<InviteRecord> {
  const row = await findInviteOf(db, appId, id);
  if (!row) throw problem("not_found");
  const state = stateOf(row, now);
  if (state === "accepted" || state === "revoked") throw problem("account.invite_decided");
  return row;
}

export const inviteRoutes: Route[] = [...answering, ...managing];
