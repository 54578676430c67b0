// People who want into the event app, and its back end, for tests.
import { expect } from "vitest";
import { type Answer, type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { LoginLink } from "../contract.ts";

/** Where the event app is. */
export const APP = "https://networking.test";

/** A server that knows the event app, at an event with web networking. */
export async function aServer(options: Parameters<typeof app>[0] = {}): Promise<TestApp> {
  return app({ ...options, env: { PUBLIC_NETWORKING_URL: APP, ...options.env } });
}

let people = 0;

/** A participant with an address, who has been imported. */
export function aPerson(place: Place, values: Record<string, unknown> = {}) {
  people += 1;
  const own = { first_name: "Person", last_name: `No. ${people}`, email: `person.${people}@x.example` };
  return aProfile(place, { ...own, status: "imported", ...values });
}

export const tokenOf = ({ address }: Pick<LoginLink, "address">) => new URL(address).searchParams.get("login") ?? "";

/** What a person of the event may be asked about by whoever manages it. */
export class Desk {
  constructor(
    readonly place: Place,
    readonly asker: Asker = place.asker,
  ) {}

  static async at(server: TestApp): Promise<Desk> {
    return new Desk(await aPlace(server));
  }

  as(asker: Asker): Desk {
    return new Desk(this.place, asker);
  }

  state({ id }: { id: number }): Promise<Answer> {
    return this.asker.get(`${this.place.path}/app-access/${id}`);
  }

  mail({ id }: { id: number }): Promise<Answer> {
    return this.asker.post(`${this.place.path}/app-access/${id}/mail`);
  }

  link({ id }: { id: number }): Promise<Answer<LoginLink>> {
    return this.asker.post(`${this.place.path}/app-access/${id}/link`);
  }

  impersonate({ id }: { id: number }): Promise<Answer<LoginLink>> {
    return this.asker.post(`${this.place.path}/app-access/${id}/impersonate`);
  }

  async token(person: { id: number }): Promise<string> {
    const made = await this.link(person);
    expect(made.status).toBe(201);
    return tokenOf(made.data);
  }

  open(token: string): Promise<Answer> {
    return this.asker.post(`${this.place.path}/login-link/open`, { token });
  }

  verify(token: string): Promise<Answer> {
    return this.asker.post(`${this.place.path}/login-link/verify`, { token });
  }

  seen(...seen: { id: number; at: string }[]): Promise<Answer> {
    return this.asker.post(`${this.place.path}/seen`, { seen });
  }

  async thing({ id }: { id: number }) {
    return (await this.asker.get(`${this.place.path}/thing/${id}`)).data;
  }

  async history({ id }: { id: number }): Promise<{ action: string; actor: string; before: unknown; after: unknown }[]> {
    return (await this.asker.get(`${this.place.path}/thing/${id}/history`)).data;
  }
}
