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
    /** 1 where participants see its links. */
    visible: Generated<number>;
    position: Generated<number>;
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
    /** The job that made it, of those that can be undone as one. */
    job_id: number | null;
    /** Its place among the links of its first profile and of its second; 0 where nobody has put them in order. */
    from_place: Generated<number>;
    to_place: Generated<number>;
  };
  relationships_run: {
    job_id: number;
    event_id: number;
    kind_id: number;
    source: string;
    links: number;
    until: string;
  };
};
