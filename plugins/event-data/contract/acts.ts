// What can be done to many profiles at once.
import * as Type from "typebox/type";
import { Id, oneOf } from "#schemas/scalars.ts";
import { FieldValue } from "./answers.ts";
import { Telling } from "./losses.ts";
import { MERGE_BY } from "./merge.ts";
import { STATUS_AFTER } from "./status.ts";

const closed = { additionalProperties: false } as const;

const CallingOff = Type.Boolean({
  description: "Of profiles that become blocked: cancels what they still have before them, such as confirmed meetings",
});

/** Fields that may be given one value for many profiles; own fields too. */
export const BULK_FIELDS = ["company_name", "job_title", "country", "status"] as const;

/** Minutes for which an act on many can be undone. */
export const UNDO_MINUTES = 10;

/** What is done to each of the selected profiles. */
export const BulkAct = Type.Union([
  Type.Object(
    {
      do: Type.Literal("edit"),
      field: Type.String({ pattern: "^(company_name|job_title|country|status|fields\\.[a-z0-9_]{1,64})$" }),
      value: Type.Union([FieldValue, Type.Null()]),
      how: Type.Optional(
        oneOf(
          ["add", "remove"],
          "Of a field with several options: puts those of `value` to the ones that are chosen, or takes them away, and leaves the others",
        ),
      ),
      calls_off: Type.Optional(CallingOff),
      tells: Type.Optional(Telling),
    },
    closed,
  ),
  Type.Object({ do: Type.Literal("move"), type_id: Id }, closed),
  Type.Object({ do: Type.Literal("activate", { description: "Sets the status active" }) }, closed),
  Type.Object(
    {
      do: Type.Literal("deactivate", { description: "Sets the status blocked" }),
      calls_off: Type.Optional(CallingOff),
      tells: Type.Optional(Telling),
    },
    closed,
  ),
  Type.Object({ do: Type.Literal("group"), group: Id, is: oneOf(["in", "out"]) }, closed),
  Type.Object(
    {
      do: Type.Literal("other", { description: "Does what another area offers" }),
      act: Type.String({ pattern: "^[a-z-]+\\.[a-z-]+$", maxLength: 100, examples: ["availability.set"] }),
      with: Type.Unknown({ description: "What is chosen for it, in the shape of that area" }),
    },
    closed,
  ),
  Type.Object(
    {
      do: Type.Literal("merge"),
      by: oneOf(
        MERGE_BY,
        "What makes doubles: one id of a registration, one mailbox, or one name at one company. Companies with one mailbox need one name too",
      ),
    },
    closed,
  ),
  Type.Object(
    {
      do: Type.Literal("remove"),
      confirm: Type.Optional(
        Type.Integer({ description: "How many go, as the person typed it; asked when it is applied" }),
      ),
      tells: Type.Optional(Telling),
    },
    closed,
  ),
]);
export type BulkAct = Type.Static<typeof BulkAct>;

/** Whether an act blocks people: by its name, or by the status that it gives. */
export function blocks(act: BulkAct): act is Extract<BulkAct, { do: "deactivate" | "edit" }> {
  if (act.do === "edit") return act.field === "status" && act.value === STATUS_AFTER.deactivate;
  return act.do === "deactivate";
}
