// What this area gives to other areas on the server.
import { offerKey, type TypeRow } from "#server";
import type { TypeDetail } from "./contract.ts";

/** What a person decides about a data type; the history keeps it. */
export type TypeFacts = Pick<TypeDetail, "type" | "type_category_id" | "labels" | "icon" | "colour" | "defaults">;

/** Reads what this area keeps in the row of a type. */
export const typeFactsKey = offerKey<(row: TypeRow) => TypeFacts>("data-types.facts");
