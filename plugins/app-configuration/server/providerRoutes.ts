// Single sign-on: one short handler an endpoint. The secret goes in and never comes out.
import {
  type Context,
  changes,
  countIdentities,
  domainsTaken,
  fieldProblem,
  findLoginRules,
  findPerson,
  findProvider,
  finishTrial,
  type Provider,
  problem,
  type Route,
  redirectUriOf,
  removeProvider,
  roleName,
  route,
  saveProvider,
  seal,
  sealedFor,
  startTrial,
} from "#server";
import {
  finishLoginTest,
  getLoginProvider,
  type LoginProvider,
  type LoginProviderDraft,
  type LoginProviderView,
  removeLoginProvider,
  saveLoginProvider,
  startLoginTest,
} from "../contract.ts";
import { checkAdmits, checkIssuer, checkWayLeft, staysTested } from "./rules.ts";

function draftOf(provider: Provider): LoginProviderDraft {
  const { issuer, clientId, domains, claims, unknown, admit_role_id, admit_containers, enabled } = provider;
  return {
    issuer,
    client_id: clientId,
    domains: [...domains],
    claims: { ...claims },
    unknown,
    admit_role_id,
    admit_containers: [...admit_containers],
    enabled,
  };
}

async function asView(context: Pick<Context, "db" | "app" | "linkTo">): Promise<LoginProviderView> {
  const provider = await findProvider(context.db, context.app.id);
  const redirect_uri = redirectUriOf(context);
  if (!provider) return { provider: null, redirect_uri };
  const setter = await findPerson(context.db, provider.setBy);
  const shown: LoginProvider = {
    ...draftOf(provider),
    has_secret: provider.sealedSecret !== "",
    tested_at: provider.testedAt,
    set_by: setter ? `${setter.first_name} ${setter.last_name}`.trim() : "",
    set_by_role: { id: provider.setByRole, name: roleName(provider.setByRole) },
    people: await countIdentities(context.db, context.app.id),
    rev: provider.rev,
  };
  return { provider: shown, redirect_uri };
}

const objectOf = ({ app }: Pick<Context, "app">) => ({ type: "login-provider", id: app.id, label: app.name });

export const providerRoutes: Route[] = [
  route(getLoginProvider, (context) => asView(context)),

  route(saveLoginProvider, async (context) => {
    const { body, db, app, who, deps, now, audit } = context;
    const { rev, secret, ...draft } = body;
    const former = await findProvider(db, app.id);
    if ((former?.rev ?? 0) !== rev) throw problem("stale", { current: (await asView(context)).provider });
    checkIssuer(draft.issuer, deps.config.allowPrivateAddresses);
    checkAdmits(who, draft);
    const taken = await domainsTaken(db, app.id, draft.domains);
    if (taken.length > 0) {
      const domains = taken.join(", ");
      throw fieldProblem(
        "app-configuration.domain_taken",
        "domains",
        `Taken by another app: ${domains}`,
        "app-configuration:problem.domainsTaken",
        { domains },
      );
    }
    const isTested = staysTested(former, draft, secret !== undefined);
    if (draft.enabled && !isTested) throw problem("app-configuration.not_tested");
    checkWayLeft(await findLoginRules(db, app.id), draft);
    const { client_id: clientId, ...settings } = draft;
    const kept = former?.sealedSecret ?? "";
    const provider: Omit<Provider, "rev"> = {
      ...settings,
      appId: app.id,
      clientId,
      sealedSecret: secret === undefined ? kept : secret && seal(deps, sealedFor(app.id), secret),
      setBy: who.id,
      setByRole: who.accessRole,
      testedAt: isTested ? (former?.testedAt ?? null) : null,
    };
    if (!(await saveProvider(db, rev, provider, now))) {
      throw problem("stale", { current: (await asView(context)).provider });
    }
    const { before, after } = changes(former ? draftOf(former) : {}, { ...draft });
    const note = secret === undefined ? {} : { client_secret: secret === "" ? "removed" : "changed" };
    await audit({
      action: former ? "save" : "create",
      object: objectOf(context),
      before,
      after: { ...after, ...note },
    });
    return asView(context);
  }),

  route(removeLoginProvider, async (context) => {
    const { db, app, audit } = context;
    const former = await findProvider(db, app.id);
    if (!former) throw problem("not_found");
    checkWayLeft(await findLoginRules(db, app.id), undefined);
    await removeProvider(db, app.id);
    await audit({ action: "remove", object: objectOf(context), before: { ...draftOf(former) } });
    return asView(context);
  }),

  route(startLoginTest, (context) => startTrial(context, context.body.binding), { ownTransaction: true }),

  route(finishLoginTest, (context) => finishTrial(context, context.body.answer, context.body.binding), {
    ownTransaction: true,
  }),
];
