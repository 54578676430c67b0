// Invitations: made by administrators, accepted by whoever holds the link.
import {
  addMembership,
  adoptFactor,
  asUser,
  beginSession,
  type Context,
  checkEventsOfApp,
  checkMailDomain,
  createPerson,
  type Db,
  findLoginRules,
  findMembershipOf,
  findPerson,
  findPersonByEmail,
  fits,
  hashPassword,
  hashToken,
  hasSecondFactor,
  isLeaked,
  localeOf,
  namesOf,
  newToken,
  problem,
  type Route,
  roleName,
  route,
  setupOf,
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
import {
  checkComesBack,
  checkGrant,
  formerGrant,
  grant,
  INVITE_MS,
  lackingOf,
  openInvite,
  secretOfInvite,
  stateOf,
} from "./rules.ts";

const eventsOf = (row: InviteRecord) => JSON.parse(row.allowed_events) as number[];
const withheldOf = (row: InviteRecord) => (row.withheld ? (JSON.parse(row.withheld) as string[]) : []);
const grantOf = (row: InviteRecord) => grant(row.role_id, eventsOf(row), withheldOf(row));

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
    withheld: withheldOf(row),
    state: stateOf(row, now),
  };
}

const until = (now: Date) => new Date(now.getTime() + INVITE_MS).toISOString();
const pathOf = (reference: string) => `/create-account/${reference}`;
const ofInvite = (row: InviteRecord) => ({ type: "invite", id: row.id, label: row.email });

/** Uses the invitation up and lets the person in. */
async function admit(context: Context, invite: InviteRecord, person: PersonOfInvite): Promise<void> {
  const { db, now, audit } = context;
  if (!(await markAccepted(db, invite.id, now.toISOString()))) throw problem("account.invite_used");
  await addMembership(db, { userId: person.id, appId: invite.app_id, ...grantOf(invite) });
  await audit({ action: "accept", object: ofInvite(invite), after: { email: invite.email } });
  await tellInviter(context, invite, `${person.first_name} ${person.last_name}`.trim());
}

/** Whoever invited hears that it worked, in the app's language. */
async function tellInviter({ db, deps, mail }: Context, invite: InviteRecord, name: string): Promise<void> {
  const inviter = await findPerson(db, invite.invited_by);
  if (!inviter || inviter.disabled_at) return;
  const locale = await localeOf(db, invite.app_id);
  const facts = { name, email: invite.email, app: (await namesOf(db, invite.app_id, [])).app };
  await mail({
    appId: invite.app_id,
    to: inviter.email,
    kind: "accepted",
    subject: deps.speak(locale, "account:mail.accepted.subject", facts),
    text: deps.speak(locale, "account:mail.accepted.text", facts),
  });
}

interface PersonOfInvite {
  id: number;
  first_name: string;
  last_name: string;
}

/** The app asks for a second factor: it is set up with the account, since the first session would be without. */
async function factorOfInvite(
  { db, body, deps, now }: Context<unknown, unknown, { code?: string }>,
  invite: InviteRecord,
) {
  const { second_factor } = await findLoginRules(db, invite.app_id);
  if (second_factor === "off") return undefined;
  const secret = secretOfInvite(deps.secret, invite.reference_hash);
  if (body.code === undefined) {
    const setup = setupOf(secret, deps.config.product, invite.email);
    throw problem("login.second_factor_setup", { current: setup });
  }
  if (!fits(secret, body.code, now)) throw problem("login.second_factor_wrong");
  return { secret, code: body.code };
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
    const { params, body, db, now, deps } = context;
    const invite = openInvite(await findInvite(db, hashToken(params.reference)), now);
    if (await findPersonByEmail(db, invite.email)) throw problem("account.invite_has_account");
    if (await isLeaked(deps.config.leakedPasswords, body.password)) throw problem("account.leaked_password");
    const factor = await factorOfInvite(context, invite);
    const passwordHash = await hashPassword(body.password);
    const draft = {
      email: invite.email,
      firstName: body.first_name.trim(),
      lastName: body.last_name.trim(),
      passwordHash,
    };
    const person = await createPerson(db, draft, now);
    await admit(context, invite, person);
    const adopted = factor && (await adoptFactor(context, person.id, factor.secret, factor.code));
    const credentials = await beginSession(context, person, { way: "invite" });
    return { ...credentials, ...(adopted?.recovery ? { recovery_codes: adopted.recovery } : {}) };
  }),

  route(joinApp, async (context) => {
    const { params, who, db, now } = context;
    const invite = openInvite(await findInvite(db, hashToken(params.reference)), now);
    const person = await findPerson(db, who.id);
    if (!person || person.email !== invite.email) throw problem("account.invite_other_person");
    const rules = await findLoginRules(db, invite.app_id);
    if (rules.second_factor === "required" && !(await hasSecondFactor(db, who.id))) {
      throw problem("account.invite_needs_factor");
    }
    await admit(context, invite, person);
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
    const withheld = lackingOf(who, roleId);
    const given = grant(roleId, events, withheld);
    checkGrant(who, given);
    await checkMailDomain(db, app.id, email);
    await checkEventsOfApp(db, app.id, events);
    const person = await findPersonByEmail(db, email);
    if (person && (await asUser(db, person)).applications.includes(app.id)) throw problem("account.invite_member");
    const former = person && (await findMembershipOf(db, app.id, person.id));
    checkComesBack(who, former && formerGrant(former));

    await revokePendingOf(db, app.id, email, now.toISOString());
    const reference = newToken();
    const row = await createInviteOf(db, {
      appId: app.id,
      referenceHash: hashToken(reference),
      email,
      roleId,
      events,
      withheld,
      invitedBy: who.id,
      now: now.toISOString(),
      expiresAt: until(now),
    });
    await audit({
      action: "create",
      object: ofInvite(row),
      after: { email, role_id: roleId, allowed_containers: events, ...(withheld.length > 0 ? { withheld } : {}) },
    });
    await writeInvite(context, row, reference);
    return { invite: await asRow(db, row, now), path: pathOf(reference) };
  }),

  route(resendInvite, async (context) => {
    const { app, who, params, db, now, audit } = context;
    const row = await undecided(db, app.id, params.inviteId, now);
    checkGrant(who, grantOf(row));
    const reference = newToken();
    const renewed = await renewInvite(db, row, { referenceHash: hashToken(reference), expiresAt: until(now) });
    await audit({ action: "resend", object: ofInvite(row), after: { sent_count: renewed.sent_count } });
    await writeInvite(context, renewed, reference);
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
  invite: InviteRecord,
  reference: string,
): Promise<void> {
  const { email: to, expires_at: expiresAt } = invite;
  const locale = await localeOf(db, app.id);
  const inviter = `${who.firstName} ${who.lastName}`.trim();
  const facts = { app: app.name, inviter, link: linkTo(pathOf(reference)), days: INVITE_MS / 86_400_000 };
  const subject = deps.speak(locale, "account:mail.invite.subject", facts);
  const text = deps.speak(locale, "account:mail.invite.text", facts);
  await mail({ to, subject, text, kind: "invite", gives: grantOf(invite), expiresAt });
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
