// The import of pairs: a CSV file of two columns, each cell an id, an e-mail address or a whole name.
import { type JobHandler, listTypesOf, pause, problem } from "#server";
import { listReaderKey, type ThingName } from "../../event-data/offers.ts";
import type { LinkImport } from "../contract.ts";
import { thingsOf } from "./profiles.ts";
import * as repository from "./repository.ts";
import { refusalOf } from "./rules.ts";

/** Kind of the jobs that import pairs. */
export const IMPORT_JOB = "relationships.import";

const BLOCK = 1000;
const TOLD = 500;
/** Headings that a first line may have instead of a pair. */
const HEADINGS = new Set([
  "from",
  "to",
  "von",
  "zu",
  "nach",
  "email",
  "e-mail",
  "name",
  "id",
  "company",
  "unternehmen",
  "person",
]);

interface Pair {
  line: number;
  from: string;
  to: string;
}

export const importLinkPairs: JobHandler = async (context) => {
  const { payload, eventId = 0, read, input, inTransaction, now, progress, audit, offered, speak } = context;
  const { kindId, mode } = payload as { kindId: number; mode: "dry-run" | "apply" };
  const there = (found: repository.KindRow | undefined): repository.KindRow => {
    if (found) return found;
    throw problem("not_found", {
      message: "This kind of relationship has been removed",
      text: "relationships:gone.kind",
    });
  };
  there(await repository.findKind(read, eventId, kindId));
  const [lists] = offered(listReaderKey);
  if (!lists) throw new Error("The area event-data, which relationships require, offers no reader of lists.");
  const types = await listTypesOf(read, eventId);
  const things = thingsOf(offered);
  const result: LinkImport = { created: 0, existing: 0, errors: [], more: 0 };
  const wrong = (line: number, reason: string, word = "", found = 0) => {
    if (result.errors.length < TOLD) result.errors.push({ line, reason, word, found });
    else result.more += 1;
  };
  const pairs: Pair[] = [];
  const giveWay = pause();
  for await (const { line, cells, isBroken } of lists.read(() => input(), speak)) {
    const [from = "", to = ""] = cells.map((cell) => cell.trim());
    const isHeading = pairs.length === 0 && [from, to].every((cell) => HEADINGS.has(cell.toLowerCase()));
    if (isBroken) wrong(line, "broken", cells.join(", ").slice(0, 80));
    else if (!isHeading) pairs.push({ line, from, to });
    await giveWay();
  }
  // Links that this file makes, for the ends that take one only; in a dry run they are nowhere else.
  const made: Pick<repository.LinkRow, "from_id" | "to_id">[] = [];
  const at = now().toISOString();
  for (let start = 0; start < pairs.length; start += BLOCK) {
    const block = pairs.slice(start, start + BLOCK);
    await inTransaction(async (db) => {
      // Somebody may have changed or removed it since the last block.
      const kind = there(
        mode === "apply"
          ? (await repository.holdKinds(db, eventId, [kindId]))[0]
          : await repository.findKind(db, eventId, kindId),
      );
      const meant = await things.meant(
        db,
        eventId,
        block.flatMap(({ from, to }) => [from, to]),
      );
      const found = block.flatMap((pair) => {
        const ends = (["from", "to"] as const).map((side) => oneOf(meant.get(pair[side]) ?? []));
        const unclear = ends.findIndex((end) => typeof end === "number");
        if (unclear >= 0) {
          const count = ends[unclear] as number;
          wrong(pair.line, count === 0 ? "nobody" : "several", unclear === 0 ? pair.from : pair.to, count);
          return [];
        }
        return [{ line: pair.line, from: ends[0] as ThingName, to: ends[1] as ThingName }];
      });
      const linked = [
        ...(await repository.linksAt(db, kind.id, "from", [...new Set(found.map(({ from }) => from.id))])),
        ...(await repository.linksAt(db, kind.id, "to", [...new Set(found.map(({ to }) => to.id))])),
      ];
      const byEnd = new Map<string, Pick<repository.LinkRow, "from_id" | "to_id">[]>();
      const note = (link: Pick<repository.LinkRow, "from_id" | "to_id">) => {
        for (const key of [`from${link.from_id}`, `to${link.to_id}`]) byEnd.set(key, [...(byEnd.get(key) ?? []), link]);
      };
      for (const link of linked) note(link);
      const ids = new Set(found.flatMap(({ from, to }) => [from.id, to.id]));
      for (const link of made) if (ids.has(link.from_id) || ids.has(link.to_id)) note(link);
      const links: repository.NewLink[] = [];
      for (const { line, from, to } of found) {
        const touching = [...(byEnd.get(`from${from.id}`) ?? []), ...(byEnd.get(`to${to.id}`) ?? [])];
        const refusal = refusalOf({ from, to }, kind, types, touching);
        if (refusal?.code === "exists") result.existing += 1;
        else if (refusal) wrong(line, refusal.code, refusal.side === "from" ? from.name : to.name);
        else {
          const link = { kind_id: kind.id, from_id: from.id, to_id: to.id, source: "import", created_at: at };
          links.push(link);
          made.push(link);
          note(link);
        }
      }
      result.created += links.length;
      if (mode === "dry-run" || links.length === 0) return;
      await repository.addLinks(db, eventId, links);
      const object = { type: "relationships.kind", id: kind.id, label: kind.name };
      await audit(db, { action: "import", object, after: { links: links.length } });
    });
    progress(start / pairs.length);
    await giveWay();
  }
  return result;
};

/** The profile that is meant, or how many could be. */
function oneOf(found: readonly ThingName[]): ThingName | number {
  return found.length === 1 ? (found[0] as ThingName) : found.length;
}
