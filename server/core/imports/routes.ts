// One address for every import; the areas bring the importers.

import { accessCondition, isAllowed } from "#schemas/access.ts";
import { IMPORT_LIMIT, type ImportKey, startImport } from "#schemas/core.ts";
import type { ImportContext, Importer, JobHandler } from "../../kernel/plugins.ts";
import { problem } from "../../kernel/problem.ts";
import { type Route, route } from "../../kernel/route.ts";
import { filled } from "../../kernel/streamedBody.ts";
import { mustStillBeAllowed } from "../jobs/stillAllowed.ts";

/** Kind of the jobs that run imports. */
export const IMPORT_JOB = "import";

interface ImportOrder {
  kind: Importer["kind"];
  format: string;
  typeId?: number;
  sheet?: string;
  key?: ImportKey;
  locale?: string;
  mode: ImportContext["mode"];
}

const taking = (importers: readonly Importer[], { kind, format }: Pick<ImportOrder, "kind" | "format">) =>
  importers.find((importer) => importer.kind === kind && importer.formats.includes(format));

export function importRoutes(importers: readonly Importer[]): Route[] {
  return [
    route(startImport, async ({ query, body, who, jobs }) => {
      const importer = taking(importers, query);
      if (!importer) throw problem("import.unknown_format");
      const { accessRole, permissions } = importer;
      const asked = accessCondition({ accessRole, permissions: [...permissions] });
      if (isAllowed(asked, who) !== true) throw problem("forbidden");
      // Left unsaid, the wrong table would be imported without a word.
      if (query.sheet !== undefined && query.format !== "xlsx") {
        throw problem("invalid", {
          message: "Only a workbook (xlsx) has sheets",
          fields: { sheet: "Leave it out, or send a workbook" },
        });
      }
      if (query.key !== undefined && query.kind !== "thing") {
        throw problem("invalid", {
          message: "Only profiles (thing) are found by a key",
          fields: { key: "Leave it out, or import profiles" },
        });
      }
      const bytes = await filled(body);
      if (!bytes) {
        throw problem("invalid", { message: "The file is empty", fields: { body: "Send the file as the body" } });
      }
      const { type: typeId, ...rest } = query;
      const order: ImportOrder = { ...rest, typeId };
      const file = {
        name: "import",
        mediaType: "application/octet-stream",
        bytes: query.format === "csv" ? bytes : upToLimit(bytes),
      };
      return { job: await jobs.start({ kind: IMPORT_JOB, payload: order, file }) };
    }),
  ];
}

/** All formats but CSV are read whole, and may be no larger than memory allows. */
async function* upToLimit(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > IMPORT_LIMIT) throw problem("too_large");
    yield piece;
  }
}

/** Runs an import that was ordered; the right to it is asked again, since time has passed. */
export function importJob(importers: readonly Importer[]): JobHandler {
  const handler: JobHandler = async (context) => {
    const order = context.payload as ImportOrder;
    const importer = taking(importers, order);
    if (!importer || context.eventId === undefined) throw problem("import.unknown_format");
    const { accessRole, permissions } = importer;
    mustStillBeAllowed(context, { accessRole, permissions: [...permissions] });
    const { eventId } = context;
    const { format, typeId, sheet, key, locale, mode } = order;
    return importer.run({ ...context, eventId, format, typeId, sheet, key, locale, mode });
  };
  return Object.assign(handler, { asksAgain: true });
}
