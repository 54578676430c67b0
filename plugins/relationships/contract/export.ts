// The lists of a kind taken out as files: its links, which can be read in again as they are, and the profiles without one.
import * as Type from "typebox/type";
import { JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { ListFilter, ListSort } from "#schemas/list.ts";
import { Id, oneOf } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const access = { permissions: ["relationships"] };
const KindParams = Type.Object({ eventId: Id, kindId: Id }, closed);
const reply = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });

/** Rows that an export may name one by one. */
const MOST_NAMED = 10_000;

const asked = {
  format: oneOf(["xlsx", "csv"]),
  search: Type.Optional(Type.String({ maxLength: 200, description: "Words that must all be found" })),
  filter: Type.Optional(Type.Array(ListFilter, { maxItems: 40 })),
  sort: Type.Optional(Type.Array(ListSort, { maxItems: 8 })),
  locale: Type.Optional(
    Type.String({
      maxLength: 20,
      description: "Language of what is written in words; a CSV in one with decimal commas has semicolons",
    }),
  ),
};

/** What an export holds: exactly the list that is on the screen. */
export const UnlinkedExport = Type.Object(asked, closed);
export type UnlinkedExport = Type.Static<typeof UnlinkedExport>;

/** The same of links, or what is ticked of it. */
export const LinkExport = Type.Object(
  {
    ...asked,
    ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: MOST_NAMED,
        description: "Only these of the links that the question finds",
      }),
    ),
    except: Type.Optional(
      Type.Array(Id, { maxItems: MOST_NAMED, description: "All that the question finds but these" }),
    ),
  },
  closed,
);
export type LinkExport = Type.Static<typeof LinkExport>;

export const startLinkExport = endpoint({
  name: "startLinkExport",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/link/export",
  summary:
    "Write all links of a list to a spreadsheet, as a job whose file is links.xlsx or links.csv and can be imported as it is",
  access,
  params: KindParams,
  body: LinkExport,
  reply,
  status: 202,
});

export const startUnlinkedExport = endpoint({
  name: "startUnlinkedExport",
  method: "POST",
  path: "/1/api/container/{eventId}/relationship/{kindId}/unlinked/export",
  summary:
    "Write the profiles without a link of a kind to a spreadsheet, as a job whose file is unlinked.xlsx or unlinked.csv",
  access,
  params: KindParams,
  query: Type.Object({ end: oneOf(["from", "to"]) }, closed),
  body: UnlinkedExport,
  reply,
  status: 202,
});
