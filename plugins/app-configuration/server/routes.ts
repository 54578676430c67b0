// One short handler an endpoint: load, decide, write.
import {
  type Context,
  changes,
  countFactors,
  findLoginRules,
  problem,
  type Route,
  route,
  saveLoginRules as save,
} from "#server";
import { getLoginRules, type LoginRules, saveLoginRules } from "../contract.ts";

async function current({ db, app }: Pick<Context, "db" | "app">): Promise<LoginRules> {
  const { mail_domains, ...rules } = await findLoginRules(db, app.id);
  return { ...rules, mail_domains: [...mail_domains], ...(await countFactors(db, app.id)) };
}

export const routes: Route[] = [
  route(getLoginRules, (context) => current(context)),

  route(saveLoginRules, async (context) => {
    const { body, db, app, now, audit } = context;
    const { rev: _, members: __, with_second_factor: ___, ...before } = await current(context);
    const { rev, ...rules } = body;
    const after = { ...rules, mail_domains: [...new Set(rules.mail_domains)].sort() };
    if (!(await save(db, app.id, rev, after, now))) throw problem("stale", { current: await current(context) });
    await audit({ action: "save", object: { type: "login", id: app.id, label: app.name }, ...changes(before, after) });
    return current(context);
  }),
];
