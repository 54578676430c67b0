// Column types of this area's tables.
import type { Generated } from "kysely";

export type TemplateTables = {
  template_note: {
    id: Generated<number>;
    event_id: number;
    text: string;
    rev: Generated<number>;
    updated_at: string;
  };
};
