// The server face of this area.
import { type DemoContext, defineServerPlugin } from "#server";
import { notes } from "./migrations/0001_notes.ts";
import { createNote } from "./repository.ts";
import { routes } from "./routes.ts";

export default defineServerPlugin({
  id: "template",
  routes,
  migrations: [notes],
  demo: async ({ db, bigEventId, now }: DemoContext) => {
    await createNote(db, bigEventId, { text: "The caterer comes at seven, by the north gate." }, now.toISOString());
  },
});
