// The same event from another desk, over the API: profiles that a story needs, and that are gone when it is over.
import type { APIRequestContext } from "@playwright/test";
import { PASSWORD, type Who } from "./LoginPage.ts";

interface Made {
  id: number;
  rev: number;
  name: string;
}

type Method = "get" | "post" | "put" | "patch" | "delete";

/** A desk at an event of Northwind Events, as a matchmaking client unless told. */
export class Desk {
  private readonly made: number[] = [];

  private constructor(
    private readonly request: APIRequestContext,
    private readonly headers: Record<string, string>,
    private readonly base: string,
    /** Data types of the app: the first of each category. */
    readonly types: Record<number, number>,
  ) {}

  static async at(request: APIRequestContext, eventId: number, who: Who = "matchmaker"): Promise<Desk> {
    const login = await request.post("/1/dashboard/user/login", {
      data: { email: `${who}@demo.test`, password: PASSWORD },
    });
    const dashboard = { "x-dashboard-authorization": (await login.json()).data.token as string };
    const { token } = (await (await request.get("/1/dashboard/application/1", { headers: dashboard })).json()).data;
    const headers = { ...dashboard, authorization: `Bearer ${token}` };
    const all = (await (await request.get("/1/api/type", { headers })).json()).data;
    const types: Record<number, number> = {};
    for (const { id, type_category_id } of all) types[type_category_id] ??= id;
    return new Desk(request, headers, `/1/api/container/${eventId}`, types);
  }

  /** Adds a profile, a participant unless told. */
  async profile(values: object): Promise<Made> {
    const { data } = await this.ask("post", "/thing", { type_id: this.types[1], ...values });
    this.made.push(data.id);
    return data;
  }

  async ask(method: Method, path: string, data?: object) {
    return this.askAt(method, `${this.base}${path}`, data);
  }

  /** The same of the app, beyond the event. */
  async askApp(method: Method, path: string, data?: object) {
    return this.askAt(method, `/1/api${path}`, data);
  }

  private async askAt(method: Method, address: string, data?: object) {
    const answer = await this.request[method](address, { headers: this.headers, ...(data ? { data } : {}) });
    return answer.json();
  }

  /** Imports a schedule and waits until it is there. */
  async schedule(file: string | Buffer): Promise<void> {
    const headers = { ...this.headers, "content-type": "application/octet-stream" };
    const path = `${this.base}/import?kind=schedule&format=schedule-json&mode=apply`;
    const { data } = await (await this.request.post(path, { headers, data: file })).json();
    for (let state = "queued"; state !== "done"; ) {
      const job = await (await this.request.get(`/1/api/job/${data.job.id}`, { headers: this.headers })).json();
      state = job.data.state;
      if (state === "failed" || state === "cancelled") throw new Error(JSON.stringify(job.data.result));
    }
  }

  /** Takes away the profiles that are left of those that were added. */
  async leave(): Promise<void> {
    for (const id of this.made) {
      const { data } = await this.ask("get", `/thing/${id}`);
      if (data) await this.ask("delete", `/thing/${id}?rev=${data.rev}`);
    }
  }
}
