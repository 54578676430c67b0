// Fields that several events of the app share.
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
import { fieldsStore } from "#web";

export const MultiEventFieldsStore = fieldsStore("MultiEventFields", {
  list: (api) => api.call(listAppFields),
  count: (api) => api.call(listAppFieldUse),
  create: (api, _, body) => api.call(createAppField, { body }),
  save: (api, _, fieldId, body) => api.call(saveAppField, { params: { fieldId }, body }),
  doubles: (api, _, fieldId) => api.call(listAppFieldDoubles, { params: { fieldId } }),
  order: (api, _, fields) => api.call(orderAppFields, { body: { fields } }),
  archive: (api, _, fieldId, rev) => api.call(archiveAppField, { params: { fieldId }, body: { rev } }),
  restore: (api, _, fieldId, rev) => api.call(restoreAppField, { params: { fieldId }, body: { rev } }),
  replaceOption: (api, _, fieldId, option, body) => api.call(replaceAppOption, { params: { fieldId, option }, body }),
  undoOption: (api, _, fieldId, jobId) => api.call(undoAppOption, { params: { fieldId, jobId } }),
});
