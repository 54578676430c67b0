// One short handler an endpoint: columns beside lists of profiles, and what stands in them.
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { type Route, route } from "#server";
import { listProfileColumns, listProfileValues } from "../../contract.ts";
import { besideAmong, columnsBeside, valuesBeside } from "./beside.ts";

export const columnRoutes: Route[] = [
  route(listProfileColumns, async ({ who, query, deps }) =>
    [...columnsBeside(deps.offered, who)].map(([field, { title, kind, listed = false, set }]) => ({
      field,
      title: deps.speak(query.locale ?? DEFAULT_LOCALE, title),
      kind,
      listed,
      ...(set !== undefined && { set }),
    })),
  ),

  route(listProfileValues, async ({ db, dialect, event, who, query, body, now, deps }) => {
    const locale = query.locale ?? DEFAULT_LOCALE;
    const say = (key: string) => deps.speak(locale, key);
    const fields = besideAmong(deps.offered, who, body.columns);
    const asking = { db, dialect, event, who, now, offered: deps.offered, locale, say };
    const values = await valuesBeside(asking, fields, body.ids);
    return [...values].map(([id, of]) => ({ id, values: of }));
  }),
];
