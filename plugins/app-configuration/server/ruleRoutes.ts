// The rules of logging in: one short handler an endpoint.
import {
  type Context,
  changes,
  countFactors,
  findLoginRules,
  findProvider,
  problem,
  type Revertible,
  type Route,
  route,
  saveLoginRules as save,
} from "#server";
import { getLoginRules, type LoginRules, type LoginRulesDraft, saveLoginRules } from "../contract.ts";
import { checkWayLeft } from "./rules.ts";

type Asking = Pick<Context, "db" | "app" | "now">;

async function current({ db, app }: Pick<Asking, "db" | "app">): Promise<LoginRules> {
  const { mail_domains, ...rules } = await findLoginRules(db, app.id);
  return { ...rules, mail_domains: [...mail_domains], ...(await countFactors(db, app.id)) };
}

/** What the history keeps of the rules. */
const factsOf = ({ rev: _, members: __, with_second_factor: ___, ...facts }: LoginRules): LoginRulesDraft => facts;

async function write(context: Asking, rev: number, rules: LoginRulesDraft): Promise<LoginRulesDraft> {
  const { db, app, now } = context;
  checkWayLeft(rules, await findProvider(db, app.id));
  const after = { ...rules, mail_domains: [...new Set(rules.mail_domains)].sort() };
  if (!(await save(db, app.id, rev, after, now))) throw problem("stale", { current: await current(context) });
  return after;
}

export const ruleRoutes: Route[] = [
  route(getLoginRules, (context) => current(context)),

  route(saveLoginRules, async (context) => {
    const { body, app, audit } = context;
    const before = factsOf(await current(context));
    const { rev, ...rules } = body;
    const after = await write(context, rev, rules);
    await audit({ action: "save", object: { type: "login", id: app.id, label: app.name }, ...changes(before, after) });
    return current(context);
  }),
];

/** Takes a saved change of the rules back, by the same rules as any other save. */
export const revertRules: Revertible = {
  personal: true,
  read: async (context, id) => (Number(id) === context.app.id ? factsOf(await current(context)) : undefined),
  write: async (context, _, facts) => {
    const { rev } = await current(context);
    await write(context, rev, facts as unknown as LoginRulesDraft);
  },
};
