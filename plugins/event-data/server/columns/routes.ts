// One short handler an endpoint: columns beside lists of profiles, and what stands in them.
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { type Route, route } from "#server";
import { listProfileColumns, listProfileValues } from "../../contract.ts";
import { type Hidden, hiddenKeys } from "../fields/sight.ts";
import { thingList } from "../list.ts";
import { besideAmong, seenBeside, valuesBeside } from "./beside.ts";
import { besideInWork } from "./kept.ts";
import { orderedFor } from "./ordered.ts";
import { isSourceInWork, SOURCE } from "./source.ts";

export const columnRoutes: Route[] = [
  route(listProfileColumns, async ({ db, dialect, event, who, query, deps }) => {
    const inWork = new Set(await besideInWork(db, event.id));
    const hidden = await hiddenKeys(db, dialect, event, who);
    const listOf = (of: Hidden) => thingList(db, dialect, event.id, {}, deps.offered, of);
    const ordered = await orderedFor(db, dialect, event.id, deps.offered, hidden, listOf);
    for (const field of ordered.inWork) inWork.add(field);
    if (await isSourceInWork(db, event.id)) inWork.add(SOURCE);
    const say = (key: string) => deps.speak(query.locale ?? DEFAULT_LOCALE, key);
    return [...(await seenBeside(db, event.id, deps.offered, hidden))].map(
      ([field, { title, kind, listed, kept, choices, set, none, categories }]) => ({
        field,
        title: say(title),
        kind,
        listed: (listed === true || kept === true) && !inWork.has(field),
        ...(ordered.sorted.has(field) && { sorted: true }),
        ...(inWork.has(field) && { in_work: true }),
        ...(choices && { choices: choices.map(({ value, label }) => ({ value, label: say(label) })) }),
        ...(set !== undefined && { set }),
        ...(none !== undefined && { none: say(none) }),
        ...(categories && { categories: [...categories] }),
      }),
    );
  }),

  route(listProfileValues, async ({ db, dialect, event, who, query, body, now, deps }) => {
    const locale = query.locale ?? DEFAULT_LOCALE;
    const say = (key: string, values?: Record<string, unknown>) => deps.speak(locale, key, values);
    const hidden = await hiddenKeys(db, dialect, event, who);
    const columns = await besideAmong(db, event.id, deps.offered, hidden, body.columns);
    const asking = { db, dialect, event, who, now, offered: deps.offered, locale, say };
    const values = await valuesBeside(asking, columns, body.ids);
    return [...values].map(([id, of]) => ({ id, values: of }));
  }),
];
