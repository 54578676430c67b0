export const listNotes = "GET /1/api/note";
