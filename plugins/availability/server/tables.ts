// Column types of this area's table.
export type AvailabilityTables = {
  availability_times: {
    event_id: number;
    thing_id: number;
    rev: number;
    /** JSON of `[from, to]` in minutes since 1970; null where they are available throughout. */
    spans: string | null;
    /** What lists are sorted and filtered by: 0 throughout, 1 at some times, 2 not at all. */
    kind: number;
  };
};
