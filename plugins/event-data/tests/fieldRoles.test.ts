// Whoever defines a field keeps it: nobody gives it to roles that are stronger than their own alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

let server: TestApp;
let expert: Asker;
let chief: Asker;
let base: string;

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  chief = await server.as("super");
  base = `/1/api/container/${server.bigEventId}`;
});
afterAll(() => server.close());

const draft = (name: string, facts: object) => ({ labels: { "en-gb": name }, kind: "text", ...facts });
const make = async (who: Asker, name: string, facts: object): Promise<Field> => {
  const made = await who.post(`${base}/field`, draft(name, facts));
  expect(made.status).toBe(201);
  return made.data;
};
const reason = { text: "common:fields.refused.strongerRole" };

test.each(["see_role", "edit_role"])(
  "%s goes down to one's own role and not beyond it, with the reason",
  async (name) => {
    const field = await make(expert, `Down to ${name}`, { [name]: 95 });

    const made = await expert.post(`${base}/field`, draft(`Beyond ${name}`, { [name]: 3 }));
    const saved = await expert.patch(`${base}/field/${field.id}`, { rev: field.rev, [name]: 94 });
    const still: Field[] = (await expert.get(`${base}/field`)).data;

    expect([made.status, made.error.reasons?.[name]]).toMatchObject([400, reason]);
    expect([saved.status, saved.error.reasons?.[name]]).toMatchObject([400, reason]);
    expect(still.find(({ id }) => id === field.id)).toEqual(field);
    expect((await chief.patch(`${base}/field/${field.id}`, { rev: field.rev, [name]: 3 })).status).toBe(200);
  },
);

test("what a stronger role has kept for itself stays so when somebody saves the field", async () => {
  const field = await make(chief, "Answered above", { edit_role: 3 });

  const saved = await expert.patch(`${base}/field/${field.id}`, { rev: field.rev, section: "Above", edit_role: 3 });

  expect([saved.status, saved.data.edit_role]).toEqual([200, 3]);
});
