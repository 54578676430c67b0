// The steps of an import, as a person takes them.
import { optionNames } from "#schemas/fields.ts";
import { filled, findOwnJob, findOwnJobAfter, listTypesOf, problem, type Route, route } from "#server";
import {
  findThingImport,
  getThingImportTemplate,
  readThingImport,
  rereadThingImport,
  startThingImport,
} from "../../contract.ts";
import { questionsOf } from "../fields/questions.ts";
import { visibleTo } from "../fields/sight.ts";
import { REGISTRATION } from "../repository.ts";
import { faultOf } from "./chosen.ts";
import { fileOf, IMPORT_JOB, type ImportOrder, READ_JOB, type ReadOrder } from "./jobs.ts";
import { templateFile } from "./template.ts";

export const importRoutes: Route[] = [
  route(readThingImport, async ({ query, body, jobs, deps }) => {
    const bytes = await filled(body);
    if (!bytes)
      throw problem("invalid", { message: deps.speak(query.locale ?? "en-gb", "event-data:import.refused.empty") });
    const order: ReadOrder = { ...query };
    const file = { name: query.name, mediaType: "application/octet-stream", bytes };
    return { job: await jobs.start({ kind: READ_JOB, payload: order, file }) };
  }),

  route(rereadThingImport, async (context) => {
    const { body, jobs, params } = context;
    const { upload, found } = fileOf(await findOwnJob(context, params.jobId));
    const order: ReadOrder = { ...body, name: found.name, file: upload };
    return { job: await jobs.start({ kind: READ_JOB, payload: order }) };
  }),

  route(startThingImport, async (context) => {
    const { body, jobs, deps } = context;
    const fault = faultOf(body.columns ?? []);
    if (fault) {
      const message = deps.speak(body.locale ?? "en-gb", `event-data:import.${fault.key}`, fault.values);
      throw problem("invalid", { message, fields: { columns: message } });
    }
    const { upload, found } = fileOf(await findOwnJob(context, body.file));
    const order: ImportOrder = { ...body, file: upload, rows: found.rows };
    return { job: await jobs.start({ kind: IMPORT_JOB, payload: order }) };
  }),

  route(findThingImport, async (context) => {
    const { params, query } = context;
    const { upload } = fileOf(await findOwnJob(context, params.jobId));
    const fits = (payload: unknown) => {
      const { file, mode } = payload as ImportOrder;
      return file === upload && mode === "apply";
    };
    const job = await findOwnJobAfter(context, { kind: IMPORT_JOB, after: query.after, fits });
    return { job: job ?? null };
  }),

  route(getThingImportTemplate, async ({ db, event, who, query, now, deps }) => {
    const { format, type, holds, locale = "en-gb" } = query;
    const types = await listTypesOf(db, event.id);
    const { fields } = await questionsOf(db, event, who);
    const ofEvent = visibleTo(fields, who.accessRole);
    const own = ofEvent
      // No table holds files, and the id of a registration is there for every event.
      .filter(({ kind, key }) => kind !== "file" && key !== REGISTRATION)
      // What somebody may see and not answer, their import would refuse.
      .filter(({ edit_role }) => who.accessRole <= edit_role)
      .filter((field) => !field.archived_at && (!type || field.type_ids.length === 0 || field.type_ids.includes(type)))
      .map((field) => ({
        field: `fields.${field.key}`,
        title: field.labels[locale] ?? Object.values(field.labels)[0] ?? field.key,
        hint: optionNames(
          field,
          field.options.flatMap(({ key, archived }) => (archived ? [] : [key])),
          locale,
        ),
      }));
    return templateFile({
      format,
      types,
      typeId: type,
      isOfKnown: holds === "known",
      locale,
      now,
      own: holds === "known" ? [] : own,
      ofEvent,
      say: (key, values) => deps.speak(locale, key, values),
    });
  }),
];
