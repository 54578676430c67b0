// Column types of this area's table.
export type AvailabilityTables = {
  availability_times: {
    event_id: number;
    thing_id: number;
    rev: number;
    /** JSON of `[from, to]` in minutes since 1970; null where they are available throughout. */
    spans: string | null;
    /** What lists are sorted by: the minutes of the times, or a number beyond all of them where they are available throughout. */
    minutes: number;
  };
};
