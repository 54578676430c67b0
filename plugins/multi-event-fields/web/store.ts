// Fields that several events of the app share.
import {
  archiveAppField,
  createAppField,
  listAppFields,
  listAppFieldUse,
  orderAppFields,
  restoreAppField,
  saveAppField,
} from "#schemas/fieldEndpoints.ts";
import { fieldsStore } from "#web";

export const MultiEventFieldsStore = fieldsStore("MultiEventFields", {
  list: (api) => api.call(listAppFields),
  count: (api) => api.call(listAppFieldUse),
  create: (api, _, body) => api.call(createAppField, { body }),
  save: (api, _, fieldId, body) => api.call(saveAppField, { params: { fieldId }, body }),
  order: (api, _, fields) => api.call(orderAppFields, { body: { fields } }),
  archive: (api, _, fieldId, rev) => api.call(archiveAppField, { params: { fieldId }, body: { rev } }),
  restore: (api, _, fieldId, rev) => api.call(restoreAppField, { params: { fieldId }, body: { rev } }),
});
