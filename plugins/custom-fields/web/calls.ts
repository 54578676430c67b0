// How fields of one event are asked for.
import { getLastFieldAct } from "#schemas/fieldActs.ts";
import {
  archiveField,
  createField,
  listFieldDoubles,
  listFields,
  listFieldUse,
  orderFields,
  replaceOption,
  restoreField,
  saveField,
  undoOption,
} from "#schemas/fieldEndpoints.ts";
import { changeKind, undoKind } from "#schemas/fieldKind.ts";
import { listFieldMentions } from "#schemas/fieldMentions.ts";
import { countMisfits } from "#schemas/fieldMisfits.ts";
import { removeField } from "#schemas/fieldRemoval.ts";
import { takeFields } from "#schemas/fieldTaking.ts";
import { addUsualFields } from "#schemas/fieldUsual.ts";
import type { FieldCalls } from "#web";

export const calls: FieldCalls = {
  list: (api, eventId) => api.call(listFields, { params: { eventId } }),
  count: (api, eventId) => api.call(listFieldUse, { params: { eventId } }),
  create: (api, eventId, body) => api.call(createField, { params: { eventId }, body }),
  save: (api, eventId, fieldId, body) => api.call(saveField, { params: { eventId, fieldId }, body }),
  doubles: (api, eventId, fieldId) => api.call(listFieldDoubles, { params: { eventId, fieldId } }),
  misfits: (api, eventId, fieldId, limits) =>
    api.call(countMisfits, { params: { eventId, fieldId }, body: { limits } }),
  mentions: (api, eventId, fieldId) => api.call(listFieldMentions, { params: { eventId, fieldId } }),
  order: (api, eventId, fields) => api.call(orderFields, { params: { eventId }, body: { fields } }),
  archive: (api, eventId, fieldId, rev) => api.call(archiveField, { params: { eventId, fieldId }, body: { rev } }),
  restore: (api, eventId, fieldId, body) => api.call(restoreField, { params: { eventId, fieldId }, body }),
  replaceOption: (api, eventId, fieldId, option, body) =>
    api.call(replaceOption, { params: { eventId, fieldId, option }, body }),
  changeKind: (api, eventId, fieldId, body) => api.call(changeKind, { params: { eventId, fieldId }, body }),
  undoKind: (api, eventId, fieldId, jobId) => api.call(undoKind, { params: { eventId, fieldId, jobId } }),
  remove: (api, eventId, fieldId, rev) => api.call(removeField, { params: { eventId, fieldId }, body: { rev } }),
  addUsual: (api, eventId, fields) => api.call(addUsualFields, { params: { eventId }, body: { fields } }),
  take: (api, eventId, body) => api.call(takeFields, { params: { eventId }, body }),
  undoOption: (api, eventId, fieldId, jobId) => api.call(undoOption, { params: { eventId, fieldId, jobId } }),
  last: (api, eventId) => api.call(getLastFieldAct, { params: { eventId } }),
};
