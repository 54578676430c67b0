// Each order once more within each country, the filter by which most rows fall away: a page of it then walks past no others.
// The few indexes that did not answer for the country do so now, and on SQLite the order by name for the search as well.
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

const WITHOUT_COUNTRY = {
  by_id: ["event_id", "id", "type_id", "status"],
  by_type_id: ["event_id", "type_id", "id", "status"],
  by_status: ["event_id", "status", "id", "type_id"],
  by_country_key: ["event_id", "country_key", "id", "type_id", "status"],
};

/** Of a common word many rows are looked at. PostgreSQL takes no entries of such a length; it finds words by their signs. */
const BY_NAME = ["event_id", "name_key", "id", "type_id", "status", "country"];

export const byCountry: Migration = {
  id: "0080_by_country",
  up: async (db, dialect) => {
    for (const [name, columns] of Object.entries(WITHOUT_COUNTRY)) {
      await again(name, [...columns, "country"]);
    }
    if (dialect.kind === "sqlite") await again("by_name_key", [...BY_NAME, "search"]);
    for (const column of SORTED) {
      await index(`of_country_by_${column}`, ["event_id", "country", column, "id", "type_id", "status"]);
    }

    async function again(name: string, columns: string[]): Promise<void> {
      await db.schema.dropIndex(`event_data_thing_${name}`).execute();
      await index(name, columns);
    }

    async function index(name: string, columns: string[]): Promise<void> {
      await db.schema.createIndex(`event_data_thing_${name}`).on("event_data_thing").columns(columns).execute();
    }
  },
};
