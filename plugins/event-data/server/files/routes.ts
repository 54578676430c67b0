// Files that answer fields: sent, and shown to those who may see the field.
import { randomBytes } from "node:crypto";
import { FILE_MEGABYTES, FILE_TYPES, type Field } from "#schemas/fields.ts";
import { type Context, problem, type Route, route } from "#server";
import { getAnswerFile, MEGABYTE, sendFile } from "../../contract/file.ts";
import { findField } from "../fields/repository.ts";
import { visibleTo } from "../fields/sight.ts";
import { getThing } from "../repository.ts";
import { judgeFile, tidyName } from "./judge.ts";
import { findFile, keepFile } from "./repository.ts";

export const fileRoutes: Route[] = [
  route(sendFile, async (context) => {
    const { db, event, who, params, query, body, now } = context;
    const field = await fileField(context, params.fieldId);
    if (field.archived_at || who.accessRole > field.edit_role) throw problem("forbidden");
    if (!Buffer.isBuffer(body)) throw problem("event-data.file_wrong");
    const { types = [], megabytes = FILE_MEGABYTES } = field.limits;
    if (body.length > megabytes * MEGABYTE) {
      throw problem("event-data.file_large", { message: `At most ${megabytes} megabytes are possible` });
    }
    const judged = await judgeFile(body);
    if (!judged || (types.length > 0 && !types.includes(judged.type))) {
      const known = (types.length > 0 ? types : FILE_TYPES).join(", ");
      throw problem("event-data.file_wrong", { message: `This file is none of what is possible here: ${known}` });
    }
    const file = randomBytes(16).toString("hex");
    const name = tidyName(query.name, judged);
    const { mediaType: media_type } = judged;
    const kept = { file, event_id: event.id, field_id: field.id, name, media_type, bytes: body };
    await keepFile(db, kept, now.toISOString());
    return { answer: `${file}/${name}`, name, media_type, size: body.length };
  }),

  route(getAnswerFile, async (context) => {
    const { db, event, params } = context;
    const field = await fileField(context, params.fieldId);
    const thing = await getThing(db, event.id, params.thingId);
    const file = await findFile(db, { eventId: event.id, fieldId: field.id }, thing?.fields[field.key]);
    if (!file)
      throw problem("not_found", {
        message: "This profile gives no file here, or it is no longer kept",
        text: "event-data:gone.file",
      });
    return { name: file.name, mediaType: file.media_type, bytes: file.bytes };
  }),
];

/** A field for files of this event; one that is hidden from whoever asks is not there. */
async function fileField(
  { db, app, event, who }: Pick<Context, "db" | "app" | "event" | "who">,
  id: number,
): Promise<Field> {
  const field = await findField(db, app.id, id);
  const isHere =
    field?.event_id === event.id ||
    (field?.event_id === 0 && (field.event_ids.length === 0 || field.event_ids.includes(event.id)));
  if (!field || !isHere || field.kind !== "file" || visibleTo([field], who.accessRole).length === 0) {
    throw problem("not_found");
  }
  return field;
}
