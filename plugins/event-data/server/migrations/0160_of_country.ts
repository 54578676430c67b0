// On SQLite one index holds the profiles of each country with all that lists sort by, in the place of eight orders within each
// country: a new profile is then put at one end of one index instead of anywhere in eight.
import type { Migration } from "#server";

const SORTED = [
  "first_name_key",
  "last_name_key",
  "name_key",
  "email_key",
  "company_name_key",
  "job_title_key",
  "created_at",
  "updated_at",
];

export const GATHERED = ["event_id", "country", "status", "id", "type_id", ...SORTED];

export const ofCountry: Migration = {
  id: "0160_of_country",
  up: async ({ schema }, { kind }) => {
    if (kind !== "sqlite") return;
    for (const column of SORTED) await schema.dropIndex(`event_data_thing_of_country_by_${column}`).execute();
    await schema.createIndex("event_data_thing_of_country").on("event_data_thing").columns(GATHERED).execute();
  },
};
