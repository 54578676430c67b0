// What the history of a profile tells of its links: that somebody made one to another profile, or took it away.
import { type AuditEntry, type Db, type Offers, toldOf } from "#server";
import type { ThingTeller } from "../../event-data/offers.ts";
import { listLinksOf } from "../contract.ts";
import { thingsOf } from "./profiles.ts";
import type { KindRow } from "./repository.ts";

/** Others that one line names: of a company a file may link thousands. */
const NAMED = 20;

export const linkTeller: ThingTeller = { actions: ["link", "unlink", "order"], access: listLinksOf.access };

/** Where it is told: of a request, or of a job. */
interface Around {
  db: Db;
  eventId: number;
  offered: Offers;
  audit: (entry: AuditEntry) => Promise<void>;
}

/** Tells both ends of links, each once: how the kind calls it at that end, and who stands at the other. */
export async function tellLinks(
  { db, eventId, offered, audit }: Around,
  kind: Pick<KindRow, "from" | "to">,
  links: readonly { from_id: number; to_id: number }[],
  isMade: boolean,
): Promise<void> {
  const ends = [
    { label: kind.from.label, others: new Map<number, number[]>() },
    { label: kind.to.label, others: new Map<number, number[]>() },
  ] as const;
  const note = (others: Map<number, number[]>, id: number, other: number) => {
    const known = others.get(id);
    if (known) known.push(other);
    else others.set(id, [other]);
  };
  for (const { from_id, to_id } of links) {
    note(ends[0].others, from_id, to_id);
    note(ends[1].others, to_id, from_id);
  }
  const things = thingsOf(offered);
  const ids = [...new Set(links.flatMap(({ from_id, to_id }) => [from_id, to_id]))];
  const names = new Map((await things.named(db, eventId, ids)).map(({ id, name }) => [id, name]));
  const nameOf = (id: number) => toldOf({ id, name: names.get(id) ?? "" });
  for (const { label, others } of ends) {
    for (const [id, all] of others) {
      const name = names.get(id);
      // Who has left the event has no history that anybody opens.
      if (name === undefined) continue;
      const more = all.length > NAMED ? ` + ${all.length - NAMED}` : "";
      const [none, fact] = [{ link: null }, { link: `${label}: ${all.slice(0, NAMED).map(nameOf).join(", ")}${more}` }];
      await audit({
        action: isMade ? "link" : "unlink",
        object: { type: things.object, id, label: name },
        ...(isMade ? { before: none, after: fact } : { before: fact, after: none }),
      });
    }
  }
}
