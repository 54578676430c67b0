// Column types of this area's table.
import type { Generated } from "kysely";

export type DataTypesPermissionsTables = {
  data_types_permissions_rules: {
    event_id: number;
    rev: Generated<number>;
    /** JSON of cells and settings. */
    rules: string;
    updated_at: string;
  };
};
