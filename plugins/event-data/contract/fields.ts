// Everything that can be asked of fields.
export { getLastAppFieldAct, getLastFieldAct } from "#schemas/fieldActs.ts";
export { listDiffering, settleDiffering, startDifferingFile, undoSettling } from "#schemas/fieldDiffering.ts";
export * from "#schemas/fieldEndpoints.ts";
export { changeAppKind, changeKind, undoAppKind, undoKind } from "#schemas/fieldKind.ts";
export { listAppFieldMentions, listFieldMentions } from "#schemas/fieldMentions.ts";
export { countAppMisfits, countMisfits } from "#schemas/fieldMisfits.ts";
export * from "#schemas/fieldPromotion.ts";
export { removeAppField, removeField } from "#schemas/fieldRemoval.ts";
export { takeFields } from "#schemas/fieldTaking.ts";
export { addUsualFields } from "#schemas/fieldUsual.ts";
