// How the form of a profile sends the files that answer its fields, and hands them to the person.
import { download, type FileActs, problemText, t, useEnv } from "#web";
import { getAnswerFile, sendFile } from "../contract/file.ts";

/** Without `thingId` the profile is a new one: nothing of it can be opened yet. */
export function useFiles(eventId: number, thingId?: number): FileActs {
  const { api, notices } = useEnv();
  return {
    send: async (field, file) => {
      const params = { eventId, fieldId: field.id };
      const rawType = "application/octet-stream";
      return api
        .call(sendFile, { params, query: { name: file.name }, raw: file, rawType })
        .catch((problem) => ({ refused: problemText(problem, t) }));
    },
    ...(thingId !== undefined && {
      open: async (field, name) => {
        const params = { eventId, thingId, fieldId: field.id };
        await api
          .call(getAnswerFile, { params })
          .then((file) => download(file as Blob, name))
          .catch((problem) => notices.error(problemText(problem, t)));
      },
    }),
  };
}
