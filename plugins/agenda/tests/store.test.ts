import { beforeEach, describe, expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { keptInMemory } from "../../../tests/support/web.ts";
import type { Session, SessionRow } from "../contract.ts";
import type { ImportStoreInstance } from "../web/importStore.ts";
import { AgendaStore, type AgendaStoreInstance } from "../web/store.ts";

const row: SessionRow = {
  ...{ id: 1, rev: 1, title: "Opening", subtitle: "", kind: "", language: "", stage: null, track: null, speakers: [] },
  ...{
    start: "2026-06-01T09:00:00.000Z",
    end: "2026-06-01T10:00:00.000Z",
    source: null,
    external_id: null,
    guid: null,
  },
};
const other: SessionRow = { ...row, id: 2, title: "Other", start: "2026-06-01T09:30:00.000Z" };
const full: Session = { ...row, abstract: "", description: "", url: "", updated_at: "2026-05-01T09:00:00.000Z" };
const clash = { rule: "speaker" as const, sessions: [1, 2] as [number, number], speaker: { id: 7, name: "Ada" } };
const draft = { title: "Opening", start: row.start, end: row.end, stage_id: null, track_id: null };
const result = {
  created: 2,
  updated: 1,
  unchanged: 0,
  skipped: 0,
  missing: 0,
  stages: 1,
  tracks: 1,
  speakers: 1,
  zone: "Europe/Brussels",
  errors: [],
};

let asked: { name: string; input: { query?: { mode?: string }; body?: unknown } }[];
/** What the server answers; a list is answered one by one, its last one again and again. */
let answers: Record<string, unknown>;
let told: string[];
let store: AgendaStoreInstance;

beforeEach(() => {
  asked = [];
  told = [];
  answers = { listSessions: [row, other], listStages: [], listTracks: [], listClashes: [clash], getSession: full };
  const call = async (endpoint: AnyEndpoint, input: { query?: { mode?: string }; body?: unknown } = {}) => {
    asked.push({ name: endpoint.name, input });
    const known = answers[endpoint.name];
    const answer =
      Array.isArray(known) && endpoint.name === "getJob" ? (known.length > 1 ? known.shift() : known[0]) : known;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const env = {
    api: { call },
    session: { event: { timezone: "Europe/London" }, isAllowed: () => true },
    notices: { success: (text: string) => told.push(text), error: (text: string) => told.push(text) },
    t: (key: string) => key,
    now: () => new Date("2026-06-01T00:00:00Z"),
    report: () => undefined,
    tab: keptInMemory(),
  } as unknown as Env;
  store = AgendaStore.create({}, env);
});

const names = () => asked.map(({ name }) => name);

describe("the agenda", () => {
  test("comes in one round of requests, and knows the clashes of each session", async () => {
    await store.listSessions(5);

    expect(names()).toEqual(["listSessions", "listStages", "listTracks", "listClashes"]);
    expect(store.days).toEqual(["2026-06-01"]);
    expect(store.clashesOf.get(2)).toEqual([clash]);
    expect(store.clashesOf.has(3)).toBe(false);
  });

  test("of another event does not show the one before it while it loads", async () => {
    await store.listSessions(5);

    void store.listSessions(6);

    expect(store.sessions).toBeUndefined();
  });

  test("puts a saved session in its place and asks for the clashes only", async () => {
    await store.listSessions(5);
    asked = [];
    answers.saveSession = { ...full, rev: 2, title: "Closing", start: "2026-06-01T17:00:00.000Z" };
    answers.listClashes = [];

    await store.saveSession(5, full, { ...draft, title: "Closing" });

    await expect.poll(() => store.clashes).toEqual([]);
    expect(names()).toEqual(["saveSession", "listClashes"]);
    expect(asked[0]?.input.body).toMatchObject({ rev: 1, title: "Closing" });
    expect(store.sessions?.map(({ title }) => title)).toEqual(["Other", "Closing"]);
    expect(store.session?.rev).toBe(2);
    expect(told).toEqual(["common:toast.saved"]);
  });

  test("keeps everything when a save is refused, and has the other version in hand", async () => {
    await store.listSessions(5);
    const theirs = { ...full, rev: 2, title: "Theirs" };
    answers.saveSession = new ApiProblem({ code: "stale", status: 409, message: "stale", current: theirs });

    const saved = await store.saveSession(5, full, draft);

    expect(saved).toBeUndefined();
    expect(store.saving.of(1).problem?.current).toEqual(theirs);
    expect(store.row(1)?.title).toBe("Opening");
    expect(told).toEqual([]);
  });

  test("leaves open what is opened while another session is being saved, and tells a refusal of its own session only", async () => {
    await store.listSessions(5);
    await store.getSession(5, 1);
    answers.getSession = { ...full, ...other };
    const later = (answer: unknown) => new Promise((done) => setTimeout(() => done(answer), 20));
    answers.saveSession = later({ ...full, rev: 2, title: "Opening, saved" });

    const saving = store.saveSession(5, full, draft);
    await store.getSession(5, 2);
    expect(await saving).toMatchObject({ rev: 2 });

    expect(store.row(1)?.title).toBe("Opening, saved");
    expect(store.session?.title).toBe("Other");
    answers.saveSession = new ApiProblem({ code: "stale", status: 409, message: "stale", current: full });
    await store.saveSession(5, full, draft);
    expect([store.saving.of(1).problem?.code, store.saving.of(2).problem]).toEqual(["stale", undefined]);
  });

  test.each(["createSession", "saveSession"] as const)(
    "has saved a session where only its clashes cannot be read: %s",
    async (act) => {
      await store.listSessions(5);
      answers[act] = { ...full, rev: 2, title: "Opening, saved" };
      answers.listClashes = new ApiProblem({ code: "network", status: 0, message: "away" });

      const saved = await (act === "createSession" ? store.createSession(5, draft) : store.saveSession(5, full, draft));

      expect(saved).toMatchObject({ title: "Opening, saved" });
      expect(store.saving.of(act === "createSession" ? "new" : 1).problem).toBeUndefined();
      await expect.poll(() => told).toHaveLength(2);
      expect(store.clashes).toEqual([clash]);
    },
  );

  test("drops a removed session with its clashes", async () => {
    await store.listSessions(5);
    answers.removeSession = { removed: 1 };

    await store.removeSession(5, full);

    expect(store.sessions?.map(({ id }) => id)).toEqual([2]);
    expect(store.clashes).toEqual([]);
  });
});

describe("the import", () => {
  let importing: ImportStoreInstance;
  const file = (text: string, size?: number) => {
    const made = new File([text], "schedule.xml");
    // Neither jsdom's files can be read, nor do we want to make one of 33 MB.
    Object.defineProperty(made, "slice", { value: () => ({ text: async () => text }) });
    if (size) Object.defineProperty(made, "size", { value: size });
    return made;
  };
  const job = (state: string, more: object = {}) => ({
    id: 9,
    kind: "import",
    state,
    progress: 0.5,
    created_at: "",
    ...more,
  });

  beforeEach(() => {
    store.enter(5);
    importing = store.importOf(5) as ImportStoreInstance;
    answers.startImport = { job: { id: 9, state: "queued" } };
    answers.getJob = [job("running"), job("done", { result })];
  });

  test("tries a file before anything is written, and says what it would do", async () => {
    await importing.checkFile(5, file("<schedule/>"));

    expect(names()).toEqual(["startImport", "getJob", "getJob"]);
    expect(asked[0]?.input.query).toMatchObject({ format: "frab-xml", mode: "dry-run" });
    expect(importing).toMatchObject({ step: "checked", changes: 3, fileName: "schedule.xml" });
  });

  test("then writes it when it is told to", async () => {
    await importing.checkFile(5, file("<schedule/>"));
    answers.getJob = [job("done", { result })];
    asked = [];

    const isDone = await importing.applyFile(5);

    expect(isDone).toBe(true);
    expect(asked[0]?.input.query).toMatchObject({ mode: "apply" });
    expect(importing.step).toBe("imported");
  });

  test("shows why a file is refused", async () => {
    const refused = {
      ...result,
      created: 0,
      errors: [{ line: 3, field: "file", code: "truncated", values: {}, message: "…" }],
    };
    answers.getJob = [job("failed", { error: "Line 3: …", result: refused })];

    await importing.checkFile(5, file("<schedule>"));

    expect(importing.step).toBe("refused");
    expect(importing.result?.errors[0]).toMatchObject({ line: 3, code: "truncated" });
  });

  test.for([
    ["too large", file("<schedule/>", 33 * 1024 * 1024), "too-large"],
    ["of a kind that nobody reads", file("id,title"), "unknown-format"],
  ] as const)("sends no file that is %s", async ([, chosen, fault]) => {
    await importing.checkFile(5, chosen);

    expect(importing).toMatchObject({ step: "choose", fault });
    expect(asked).toEqual([]);
  });

  test("that is stopped cancels its job, and is told what became of it", async () => {
    answers.getJob = [job("running")];
    answers.cancelJob = job("cancelled");
    const checking = importing.checkFile(5, file("<schedule/>"));
    await expect.poll(() => importing.job?.state).toBe("running");

    await importing.cancel();
    expect(importing.step).toBe("checking");
    answers.getJob = [job("cancelled")];
    await checking;

    expect(names()).toContain("cancelJob");
    expect(importing.step).toBe("cancelled");
  });

  test("that was stopped too late is one that was done", async () => {
    importing.set({ step: "checked", format: "frab-xml" });
    importing.begin(file("<schedule/>"));
    answers.getJob = [job("running")];
    answers.cancelJob = job("done", { result });
    const applying = importing.applyFile(5);
    await expect.poll(() => importing.job?.state).toBe("running");

    await importing.cancel();
    answers.getJob = [job("done", { result })];

    expect(await applying).toBe(true);
    expect(importing.step).toBe("imported");
  });

  test("whose server is away for a moment is waited for, and that is said", async () => {
    const away = new ApiProblem({ code: "network", status: 0, message: "gone" });
    answers.getJob = [away];
    const checking = importing.checkFile(5, file("<schedule/>"));
    await expect.poll(() => importing.isLost).toBe(true);

    answers.getJob = [job("done", { result })];
    await checking;

    expect(importing).toMatchObject({ step: "checked", isLost: false });
  });
});
