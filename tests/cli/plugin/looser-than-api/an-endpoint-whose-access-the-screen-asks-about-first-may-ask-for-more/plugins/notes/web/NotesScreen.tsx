import { t } from "#web";
import { listNotes } from "../contract.ts";

export const NotesScreen = () => [t("notes:title"), t("notes:hello", { name: "" }), t("notes:rows", { count: 1 }), listNotes];

export const seesNotes = (session: { isAllowed: (access: unknown) => boolean }) => session.isAllowed(listNotes.access);
