// One short handler an endpoint: columns beside lists of profiles, and what stands in them.
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { type Route, route } from "#server";
import { listProfileColumns, listProfileValues } from "../../contract.ts";
import { besideAmong, columnsBeside, valuesBeside } from "./beside.ts";
import { besideInWork } from "./kept.ts";

export const columnRoutes: Route[] = [
  route(listProfileColumns, async ({ db, event, who, query, deps }) => {
    const inWork = await besideInWork(db, event.id);
    return [...columnsBeside(deps.offered, who)].map(([field, { title, kind, listed, kept, set }]) => ({
      field,
      title: deps.speak(query.locale ?? DEFAULT_LOCALE, title),
      kind,
      listed: listed === true || (kept === true && !inWork.has(field)),
      ...(inWork.has(field) && { in_work: true }),
      ...(set !== undefined && { set }),
    }));
  }),

  route(listProfileValues, async ({ db, dialect, event, who, query, body, now, deps }) => {
    const locale = query.locale ?? DEFAULT_LOCALE;
    const say = (key: string) => deps.speak(locale, key);
    const fields = besideAmong(deps.offered, who, body.columns);
    const asking = { db, dialect, event, who, now, offered: deps.offered, locale, say };
    const values = await valuesBeside(asking, fields, body.ids);
    return [...values].map(([id, of]) => ({ id, values: of }));
  }),
];
