// What tests of long jobs on profiles share: a field that many answer, what is asked in the middle of a job, and a built server
// that is killed and started again.
import { expect } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { verifyAudit } from "../../../server/core/audit/verify.ts";
import { openDatabase } from "../../../server/db/open.ts";
import { type Asker, app, freshPlace, type TestApp, type TestDatabase } from "../../../tests/support/app.ts";
import { watchJobs } from "../../../tests/support/cutOff.ts";
import { ask, type ServerProcess, startServer } from "../../../tests/support/process.ts";

const APPLIED = "kind=thing&format=csv&mode=apply";

/** An event in which jobs of one kind are called off, hindered or cut off. */
export class Stage {
  /** Asked once, after so many more transactions of the next job of the kind. */
  meanwhile: { left: number; ask: (job: number) => Promise<unknown> } | undefined;
  private round = 0;

  private constructor(
    readonly server: TestApp,
    readonly expert: Asker,
    private readonly type: number,
  ) {}

  static async of(database: TestDatabase, kind: string): Promise<Stage> {
    const server = await app({ database });
    const expert = await server.as("expert");
    const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
    const stage = new Stage(server, expert, types.find((one) => one.type_category_id === 1)?.id as number);
    watchJobs(server, kind, { after: (job) => stage.hear(job) });
    return stage;
  }

  get base(): string {
    return `/1/api/container/${this.server.bigEventId}`;
  }

  /** A new field of the event that so many answer, the first with `answer(0)`. */
  async anAnswered(draft: object, count: number, answer: (at: number) => string): Promise<Field> {
    const { expert, server, type } = this;
    this.round += 1;
    const name = `Long ${this.round}`;
    const { data } = await expert.post(`${this.base}/field`, { labels: { "en-gb": name }, ...draft });
    const lines = Array.from({ length: count }, (_, at) => `Cut ${at},${this.mail(at)},"${answer(at)}"`).join("\n");
    await expert.importFile(server.bigEventId, `${APPLIED}&type=${type}`, `Name,Email,${name}\n${lines}\n`);
    return data;
  }

  /** The address of one of those who answer the latest field. */
  mail(at: number): string {
    return `${at}@long${this.round}.example`;
  }

  async there({ id }: Field): Promise<Field | undefined> {
    return ((await this.expert.get(`${this.base}/field`)).data as Field[]).find((one) => one.id === id);
  }

  /** The greatest answer, by the list's own order. */
  async greatest({ key }: Field): Promise<unknown> {
    const sort = [{ field: `fields.${key}`, direction: "desc" }];
    const { rows } = (await this.expert.post(`${this.base}/thing/query`, { sort, limit: 1 })).data;
    return rows[0].fields[key];
  }

  cancel(job: number) {
    return this.expert.post(`/1/api/job/${job}/cancel`);
  }

  /** Jobs run one after another: the next one ends after the one that puts back. */
  async allDone(): Promise<void> {
    const { expert, base } = this;
    const field = (await expert.post(`${base}/field`, { labels: { "en-gb": "Next" }, kind: "text" })).data;
    const body = { rev: field.rev, kind: "number", mode: "dry-run" };
    await expert.finished((await expert.post(`${base}/field/${field.id}/kind`, body)).data.job.id);
  }

  private async hear(job: number): Promise<void> {
    if (!this.meanwhile) return;
    this.meanwhile.left -= 1;
    if (this.meanwhile.left > 0) return;
    const { ask } = this.meanwhile;
    this.meanwhile = undefined;
    await ask(job);
  }
}

/** The built server with the demo and some people more, to be killed in the middle of a job. */
export class Killed {
  private headers: Record<string, string> = {};
  path = "";

  private constructor(
    private readonly place: Awaited<ReturnType<typeof freshPlace>>,
    private server: ServerProcess,
    private readonly env: Record<string, string>,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<Killed> {
    const place = await freshPlace();
    const killed = new Killed(place, await startServer({ DATABASE_URL: place.url, DEMO: "1", ...env }), env);
    await killed.logIn();
    const events: { id: number; active: number; web_networking_activated: number }[] = (
      await killed.call("GET", "/1/api/container")
    ).data;
    // One whose participants may log in to the event app.
    const event = events.find(({ active, web_networking_activated: on }) => active === 1 && on === 1);
    killed.path = `/1/api/container/${event?.id}`;
    return killed;
  }

  call(method: string, address: string, body?: unknown) {
    return ask(this.server.url, method, address, body, this.headers);
  }

  /** Brings in people who are called "Killed No 0" and so on, each with the further columns. */
  async bring(count: number, headings = "", rest: (at: number) => string = () => ""): Promise<void> {
    const type = (await this.call("GET", `${this.path}/type-category`)).data[0].types[0].id;
    const lines = Array.from({ length: count }, (_, at) => `Killed,No ${at},${at}@killed.example${rest(at)}`).join(
      "\n",
    );
    const response = await fetch(`${this.server.url}${this.path}/import?${APPLIED}&type=${type}`, {
      method: "POST",
      headers: { ...this.headers, "content-type": "text/csv" },
      body: `First name,Last name,Email${headings}\n${lines}\n`,
    });
    const { data } = (await response.json()) as { data: { job: { id: number } } };
    expect((await this.finished(data.job.id)).state).toBe("done");
  }

  async finished(id: number) {
    for (;;) {
      const { data } = await this.call("GET", `/1/api/job/${id}`);
      if (data.state !== "queued" && data.state !== "running") return data;
      await new Promise((go) => setTimeout(go, 50));
    }
  }

  /** Waits until a count is as it should be, and answers it. */
  async once(count: () => Promise<number>, holds: (count: number) => boolean): Promise<number> {
    for (;;) {
      const now = await count();
      if (holds(now)) return now;
      await new Promise((go) => setTimeout(go, 5));
    }
  }

  /** Pulls the plug and starts again. */
  async kill(): Promise<void> {
    await this.server.stop("SIGKILL");
    this.server = await startServer({ DATABASE_URL: this.place.url, ...this.env });
    await this.logIn();
  }

  /** What stands in the database by now. */
  async stored<T>(read: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
    const database = await openDatabase(this.place.url, { readers: 0 });
    return read(database).finally(() => database.close());
  }

  /** The history, line by line, is what was written. */
  async expectWholeHistory(): Promise<void> {
    expect(await this.stored(({ quick }) => verifyAudit(quick))).not.toHaveProperty("broken");
  }

  async end(): Promise<void> {
    await this.server.stop();
    await this.place.remove();
  }

  private async logIn(): Promise<void> {
    const { url } = this.server;
    const login = { email: "super@demo.test", password: "Lanyard#2026" };
    const { data } = await ask(url, "POST", "/1/dashboard/user/login", login);
    const dashboard = { "x-dashboard-authorization": data.token as string };
    const apps = (await ask(url, "GET", "/1/dashboard/application", undefined, dashboard)).data;
    const { id } = apps.find(({ name }: { name: string }) => name === "Northwind Events");
    const one = (await ask(url, "GET", `/1/dashboard/application/${id}`, undefined, dashboard)).data;
    this.headers = { ...dashboard, authorization: `Bearer ${one.token}` };
  }
}
