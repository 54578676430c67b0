// Everything that can be asked of fields.
export { listDiffering, settleDiffering, undoSettling } from "#schemas/fieldDiffering.ts";
export * from "#schemas/fieldEndpoints.ts";
export { listAppFieldMentions, listFieldMentions } from "#schemas/fieldMentions.ts";
export * from "#schemas/fieldPromotion.ts";
