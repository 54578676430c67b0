// One data type becomes another: the ends of kinds that name it. Links stay, since whoever stood at an end still may.
import { changes, type Db, type TypeMerging, type TypePair } from "#server";
import type { End } from "../contract.ts";
import { findKind, type KindRow, listKinds, saveKind } from "./repository.ts";
import { OBJECT } from "./routes.ts";

type Ids = readonly number[];

export const mergeEnds: TypeMerging = {
  effects: async (db, { eventIds, from, to }) => {
    const gains = ({ types }: End) => types.includes(from) && !types.includes(to);
    const effects = [];
    for (const eventId of eventIds) {
      const count = (await listKinds(db, eventId)).filter((kind) => gains(kind.from) || gains(kind.to)).length;
      if (count > 0) effects.push({ label: "relationships:typeMerge", eventId, count });
    }
    return effects;
  },
  join: (db, pair, merging) => each(db, pair, merging, (ids) => (ids.includes(pair.to) ? ids : [...ids, pair.to])),
  leave: (db, pair, merging) => each(db, pair, merging, (ids) => ids.filter((id) => id !== pair.from)),
};

async function each(
  db: Db,
  { eventIds, from }: TypePair,
  { now, audit }: Parameters<NonNullable<TypeMerging["join"]>>[2],
  change: (ids: Ids) => Ids,
): Promise<void> {
  const changed = (end: End): End => (end.types.includes(from) ? { ...end, types: [...change(end.types)] } : end);
  for (const eventId of eventIds) {
    for (const found of await listKinds(db, eventId)) {
      // Whoever saves the kind in between goes first: it is looked at once more.
      for (let kind: KindRow | undefined = found; kind; kind = await findKind(db, eventId, found.id)) {
        const { id, rev, name, cardinality, visible } = kind;
        const ends = { from: changed(kind.from), to: changed(kind.to) };
        const difference = changes({ from: kind.from, to: kind.to }, ends);
        if (Object.keys(difference.after).length === 0) break;
        const values = { name, cardinality, visible, ...ends };
        if (!(await saveKind(db, eventId, { id, rev }, values, now.toISOString()))) continue;
        await audit(db, { action: "save", object: { type: OBJECT, id, label: name }, ...difference }, eventId);
        break;
      }
    }
  }
}
