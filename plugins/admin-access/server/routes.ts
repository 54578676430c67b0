// One short handler an endpoint: load, decide, write.
import {
  type Context,
  changes,
  checkEventsOfApp,
  countSuperAdmins,
  endAllSessionsOf,
  endSessionOf,
  evaluate,
  findMemberOf,
  forgetIdentity,
  type Grant,
  hasSecondFactor,
  keysOf,
  listMembersOf,
  listSessionsOf,
  type MemberRecord,
  namesOf,
  problem,
  type Route,
  resetFactor,
  roleName,
  route,
  rulesElsewhere,
  saveMemberOf,
} from "#server";
import {
  deactivateMember,
  endMemberSession,
  endMemberSessions,
  explainMember,
  listMemberSessions,
  listMembers,
  type Member,
  type MemberSession,
  resetSecondFactor,
  restoreMember,
  saveMember,
} from "../contract.ts";
import {
  checkGrant,
  checkManages,
  checkSuperAdminsLeft,
  differing,
  explainKeys,
  explainPage,
  mayManage,
} from "./rules.ts";

/** How the history names what it is about. */
export const OBJECT = "membership";
const SUPER = 1;

type Asking = Pick<Context, "db" | "app" | "who" | "now" | "dialect" | "afterCommit" | "deps">;

function grantOf(row: MemberRecord): Grant & { userId: number } {
  return {
    userId: row.user_id,
    roleId: row.role_id,
    allowedEvents: JSON.parse(row.allowed_events) as number[],
    overrides: row.permissions ? (JSON.parse(row.permissions) as Record<string, boolean>) : {},
  };
}

/** What the history keeps of a membership. */
export function factsOf(row: MemberRecord) {
  const { roleId, allowedEvents, overrides } = grantOf(row);
  return { role_id: roleId, allowed_containers: allowedEvents, overrides };
}

async function asMember({ db, who }: Pick<Asking, "db" | "who">, row: MemberRecord): Promise<Member> {
  const grant = grantOf(row);
  return {
    id: row.id,
    user_id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    role: { id: row.role_id, name: roleName(row.role_id) },
    allowed_containers: [...grant.allowedEvents],
    overrides: { ...grant.overrides },
    status: row.disabled_at || row.user_disabled_at ? "deactivated" : "active",
    second_factor: await hasSecondFactor(db, row.user_id),
    last_seen_at: row.last_seen_at,
    open_sessions: Number(row.open_sessions),
    rev: row.rev,
    manageable: row.user_id !== who.id && mayManage(who, grant),
  };
}

export async function findMember({ db, app, now }: Asking, id: number): Promise<MemberRecord> {
  const row = await findMemberOf(db, app.id, id, now);
  if (!row) throw problem("not_found");
  return row;
}

/** Whoever changes who is a super admin waits for the others who do, so that two cannot remove each other. */
async function write(context: Asking, row: MemberRecord, grant: Grant, rev: number, disabledAt: string | null) {
  const { db, app, dialect } = context;
  await dialect.lock(db as never, `${OBJECT} ${app.id}`);
  const values = { roleId: grant.roleId, allowedEvents: grant.allowedEvents, permissions: grant.overrides, disabledAt };
  const saved = await saveMemberOf(db, { id: row.id, rev }, values);
  if (!saved)
    throw problem("stale", { current: await asMember(context as Context, await findMember(context, row.id)) });
  if (row.role_id === SUPER && row.disabled_at === null) checkSuperAdminsLeft(await countSuperAdmins(db, app.id));
  if (disabledAt) await endAllSessionsOf(context, row.user_id, app.id);
  return findMember(context, row.id);
}

const labelOf = (row: MemberRecord) => ({ type: OBJECT, id: row.id, label: row.email });

export const routes: Route[] = [
  route(listMembers, async (context) => {
    const rows = await listMembersOf(context.db, context.app.id, context.now);
    return Promise.all(rows.map((row) => asMember(context, row)));
  }),

  route(saveMember, async (context) => {
    const { body, params, who, db, app, audit } = context;
    const row = await findMember(context, params.memberId);
    checkManages(who, grantOf(row));
    const events = body.allowed_containers.includes(-1) ? [-1] : [...new Set(body.allowed_containers)];
    const grant = { roleId: body.role_id, allowedEvents: events, overrides: differing(body.role_id, body.overrides) };
    await checkEventsOfApp(db, app.id, events);
    checkGrant(who, grant);
    const saved = await write(context, row, grant, body.rev, row.disabled_at);
    await audit({ action: "save", object: labelOf(saved), ...changes(factsOf(row), factsOf(saved)) });
    return asMember(context, saved);
  }),

  route(deactivateMember, async (context) => {
    const { body, params, who, now, audit } = context;
    const row = await findMember(context, params.memberId);
    checkManages(who, grantOf(row));
    const saved = await write(context, row, grantOf(row), body.rev, row.disabled_at ?? now.toISOString());
    await audit({ action: "deactivate", object: labelOf(saved), before: factsOf(row) });
    return asMember(context, saved);
  }),

  route(restoreMember, async (context) => {
    const { body, params, who, audit } = context;
    const row = await findMember(context, params.memberId);
    checkManages(who, grantOf(row));
    const saved = await write(context, row, grantOf(row), body.rev, null);
    await audit({ action: "restore", object: labelOf(saved), after: factsOf(saved) });
    return asMember(context, saved);
  }),

  route(explainMember, async (context) => {
    const { params, db, app, deps } = context;
    const row = await findMember(context, params.memberId);
    const grant = grantOf(row);
    const facts = { accessRole: grant.roleId, permissions: keysOf(grant) };
    const routes = deps.manifests.flatMap((manifest) => manifest.routes ?? []).filter((one) => !one.public);
    const pages = routes.map((one) => ({ ...one, allowed: evaluate(one.access, facts) }));
    const { events } = await namesOf(
      db,
      app.id,
      grant.allowedEvents.filter((id) => id > 0),
    );
    return {
      member: await asMember(context, row),
      keys: explainKeys(grant),
      pages: pages.map((page) => explainPage(page, grant)),
      events: { all: grant.allowedEvents.includes(-1), names: events.map(({ name }) => name) },
    };
  }),

  route(listMemberSessions, async (context) => {
    const { db, app, now, params } = context;
    const row = await findMember(context, params.memberId);
    const sessions = await listSessionsOf(db, row.user_id, now, app.id);
    return sessions.map((session) => ({ ...session, way: session.way as MemberSession["way"] }));
  }),

  route(endMemberSession, async (context) => {
    const { params, who, app, audit } = context;
    const row = await findMember(context, params.memberId);
    checkManages(who, grantOf(row));
    if (!(await endSessionOf(context, row.user_id, params.sessionId, app.id))) throw problem("not_found");
    await audit({ action: "end_sessions", object: labelOf(row), after: { ended: 1 } });
    return { ended: 1 };
  }),

  route(endMemberSessions, async (context) => {
    const { params, who, app, audit } = context;
    const row = await findMember(context, params.memberId);
    checkManages(who, grantOf(row));
    const ended = await endAllSessionsOf(context, row.user_id, app.id);
    await audit({ action: "end_sessions", object: labelOf(row), after: { ended } });
    return { ended };
  }),

  route(resetSecondFactor, async (context) => {
    const { params, who, db, app, audit } = context;
    const row = await findMember(context, params.memberId);
    checkManages(who, grantOf(row));
    // The factor is the person's, and guards what they may do in other apps as well.
    if (!(await rulesElsewhere(db, who, row.user_id, app.id))) throw problem("admin-access.stronger_member");
    await resetFactor(db, row.user_id);
    await forgetIdentity(db, app.id, row.user_id);
    await endAllSessionsOf(context, row.user_id);
    await audit({ action: "reset_second_factor", object: labelOf(row) });
    return asMember(context, await findMember(context, row.id));
  }),
];
