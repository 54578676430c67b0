// Lists ask who has a picture: of few among very many an index of its own tells.
import type { Migration } from "#server";

export const pictured: Migration = {
  id: "0189_pictured",
  up: async ({ schema }) => {
    await schema
      .createIndex("event_data_thing_pictured")
      .on("event_data_thing")
      .columns(["event_id", "photo"])
      .where("photo", "is not", null)
      .execute();
  },
};
