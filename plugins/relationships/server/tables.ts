// Column types of this area's tables.
import type { Generated } from "kysely";

export type RelationshipsTables = {
  relationships_kind: {
    id: Generated<number>;
    event_id: number;
    rev: Generated<number>;
    name: string;
    name_key: string;
    /** JSON of the two ends. */
    from_end: string;
    to_end: string;
    cardinality: string;
    created_at: string;
    updated_at: string;
  };
  relationships_link: {
    id: Generated<number>;
    event_id: number;
    kind_id: number;
    from_id: number;
    to_id: number;
    source: string;
    created_at: string;
  };
};
