// What the benchmark of lists asks of them.

/** Profiles of the event. */
export const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const COLUMNS =
  "id, type_id, rev, first_name, last_name, name, email, company_name, job_title, country, status, created_at, updated_at, fields";
/** Built-in fields of the list that sort. */
export const SORTS = [
  "last_name",
  "name",
  "email",
  "company_name",
  "updated_at",
  "first_name",
  "job_title",
  "created_at",
];

export function pageQuestions(types) {
  const countries = ["DE", "GB", "FR", "PL"];
  return SORTS.flatMap((field, at) =>
    ["asc", "desc"].map((direction) => ({
      limit: 100,
      offset: (at % 3) * 100,
      sort: [{ field, direction }],
      filter: [
        { field: "status", op: "eq", value: "active" },
        at % 2
          ? { field: "country", op: "eq", value: countries[at % 4] }
          : { field: "type_id", op: "in", value: types.slice(0, 2) },
      ],
    })),
  );
}

/** Each sort in both directions with two pairs of filters; counts may come later, as the grid asks. */
export function twoFilters(types, sorts = SORTS) {
  const status = { field: "status", op: "in", value: ["blocked", "invited"] };
  const pairs = [
    { field: "type_id", op: "eq", value: types[0] },
    { field: "email", op: "contains", value: "garcia" },
  ];
  return sorts.flatMap((field) =>
    pairs.flatMap((second) =>
      ["asc", "desc"].map((direction) => ({
        limit: 100,
        counts: "about",
        sort: [{ field, direction }],
        filter: [status, second],
      })),
    ),
  );
}

/** Sorted and filtered by answers, whose order a table keeps: many and few that match, alone and beside built-in fields. */
export function ownFields(types) {
  const filters = [
    [
      ["fields.diet", "eq", "vegan"],
      ["status", "eq", "active"],
    ],
    [
      ["fields.diet", "in", ["vegan", "halal"]],
      ["country", "eq", "DE"],
    ],
    [
      ["fields.badge", "gte", 100_000 + ROWS / 2],
      ["type_id", "eq", types[0]],
    ],
    [
      ["fields.badge", "lt", 100_300],
      ["fields.diet", "eq", "vegan"],
    ],
    [
      ["fields.diet", "eq", "vegan"],
      ["fields.badge", "gte", 100_000 + ROWS * 0.75],
    ],
  ];
  const sorts = ["fields.badge", "fields.diet", "name", "updated_at"];
  return sorts.flatMap((field, at) =>
    filters.map((filter, of) => ({
      limit: 100,
      counts: "about",
      sort: [{ field, direction: (at + of) % 2 ? "asc" : "desc" }],
      filter: filter.map(([name, op, value]) => ({ field: name, op, value })),
    })),
  );
}

/** As the grid asks for its first groups: of all rows, of those with one value, and of answers whose order is kept. */
export function groupsByDay() {
  const filters = [[], [["status", "eq", "active"]], [["country", "eq", "DE"]], [["fields.diet", "eq", "vegan"]]];
  return ["created_at", "updated_at"].flatMap((by) =>
    filters.map((filter) => ({
      by,
      order: "count",
      offset: 0,
      limit: 100,
      filter: filter.map(([field, op, value]) => ({ field, op, value })),
    })),
  );
}

/** Filters whose matches are many; one may be an estimate that says so, since no index answers it. */
export function counted(types) {
  const of = (...filter) => ({ limit: 100, filter: filter.map(([field, op, value]) => ({ field, op, value })) });
  return [
    of(),
    of(["status", "eq", "active"]),
    of(["status", "eq", "active"], ["country", "eq", "DE"]),
    of(["type_id", "in", types.slice(0, 2)], ["status", "in", ["blocked", "invited"]]),
    of(["country", "in", ["DE", "GB"]]),
    { ...of(["fields.diet", "eq", "vegan"]), counts: "about" },
  ];
}

/** What somebody would write by hand for the same page. */
export function bareQuery(eventId, { sort, filter, limit, offset }) {
  const keys = new Set(["first_name", "last_name", "name", "email", "company_name", "job_title"]);
  const parameters = [eventId];
  const conditions = filter.map(({ field, op, value }) => {
    parameters.push(...(op === "in" ? value : [value]));
    return op === "in" ? `${field} in (${value.map(() => "?")})` : `${field} = ?`;
  });
  const order = sort.map(
    ({ field, direction }) => `${keys.has(field) ? `${field}_key` : field} ${direction}, id ${direction}`,
  );
  parameters.push(limit, offset);
  // Said of every row here, so that the bare query finds the orders within countries as well.
  const isWithin = filter.some(({ field, op }) => field === "country" && op === "eq");
  const where = ["event_id = ?", ...conditions, ...(isWithin ? ["ordered = 1"] : [])].join(" and ");
  return {
    sql: `select ${COLUMNS} from event_data_thing where ${where} order by ${order} limit ? offset ?`,
    parameters,
  };
}
