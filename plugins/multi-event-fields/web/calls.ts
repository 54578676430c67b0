// How fields that several events share are asked for.
import { getLastAppFieldAct } from "#schemas/fieldActs.ts";
import { undoSettling } from "#schemas/fieldDiffering.ts";
import {
  archiveAppField,
  createAppField,
  listAppFieldDoubles,
  listAppFields,
  listAppFieldUse,
  orderAppFields,
  replaceAppOption,
  restoreAppField,
  saveAppField,
  undoAppOption,
} from "#schemas/fieldEndpoints.ts";
import { changeAppKind, undoAppKind } from "#schemas/fieldKind.ts";
import { listAppFieldMentions } from "#schemas/fieldMentions.ts";
import { countAppMisfits } from "#schemas/fieldMisfits.ts";
import { undoPromotion } from "#schemas/fieldPromotion.ts";
import { removeAppField } from "#schemas/fieldRemoval.ts";
import type { FieldCalls } from "#web";

export const calls: FieldCalls = {
  list: (api) => api.call(listAppFields),
  count: (api) => api.call(listAppFieldUse),
  create: (api, _, body) => api.call(createAppField, { body }),
  save: (api, _, fieldId, body) => api.call(saveAppField, { params: { fieldId }, body }),
  doubles: (api, _, fieldId) => api.call(listAppFieldDoubles, { params: { fieldId } }),
  misfits: (api, _, fieldId, limits) => api.call(countAppMisfits, { params: { fieldId }, body: { limits } }),
  mentions: (api, _, fieldId) => api.call(listAppFieldMentions, { params: { fieldId } }),
  order: (api, _, fields) => api.call(orderAppFields, { body: { fields } }),
  archive: (api, _, fieldId, rev) => api.call(archiveAppField, { params: { fieldId }, body: { rev } }),
  restore: (api, _, fieldId, body) => api.call(restoreAppField, { params: { fieldId }, body }),
  replaceOption: (api, _, fieldId, option, body) => api.call(replaceAppOption, { params: { fieldId, option }, body }),
  changeKind: (api, _, fieldId, body) => api.call(changeAppKind, { params: { fieldId }, body }),
  undoKind: (api, _, fieldId, jobId) => api.call(undoAppKind, { params: { fieldId, jobId } }),
  remove: (api, _, fieldId, rev) => api.call(removeAppField, { params: { fieldId }, body: { rev } }),
  undoOption: (api, _, fieldId, jobId) => api.call(undoAppOption, { params: { fieldId, jobId } }),
  last: (api) => api.call(getLastAppFieldAct),
  undoPromotion: (api, jobId) => api.call(undoPromotion, { params: { jobId } }),
  undoSettling: (api, fieldId, jobId) => api.call(undoSettling, { params: { fieldId, jobId } }),
};
