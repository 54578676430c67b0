// Column types of this area's tables.
import type { Generated } from "kysely";

export type CustomGroupsTables = {
  custom_groups_group: {
    id: Generated<number>;
    event_id: number;
    rev: Generated<number>;
    name: string;
    /** The name folded: no two groups of an event have the same. */
    name_key: string;
    colour: string;
    mode: string;
    /** JSON of the rule; null for groups made by hand. */
    rule: string | null;
    /** JSON of what else it says; what is usual is left out. */
    details: Generated<string>;
    created_at: string;
    updated_at: string;
  };
  custom_groups_member: {
    group_id: number;
    thing_id: number;
    event_id: number;
    added_at: string;
  };
  custom_groups_priority: {
    event_id: number;
    rev: Generated<number>;
    rule: string;
    /** JSON of the ids of groups, the highest first. */
    ranking: Generated<string>;
    updated_at: string;
  };
  custom_groups_run: {
    job_id: number;
    event_id: number;
    group_id: number;
    added: number;
    removed: number;
    until: string;
    undone_at: string | null;
  };
  custom_groups_undo: {
    job_id: number;
    thing_id: number;
    /** 1 where the list put it in, 0 where it took it out. */
    was_added: number;
  };
};
