import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

describe("notes", () => {
  let lanyard: TestApp;
  let expert: Asker;
  let address: string;
  beforeAll(async () => {
    lanyard = await app();
    expert = await lanyard.as("expert");
    address = `/1/api/container/${lanyard.bigEventId}/template/note`;
  });
  afterAll(() => lanyard.close());

  test("are left, changed and removed, and the newest stands first", async () => {
    const first = await expert.post(address, { text: " ring the caterer " });
    const second = await expert.post(address, { text: "open the north gate" });

    const changed = await expert.patch(`${address}/${first.data.id}`, { rev: first.data.rev, text: "ring the baker" });
    expect(changed.data).toMatchObject({ id: first.data.id, rev: 2, text: "ring the baker" });
    expect((await expert.get(address)).data.map((note: { id: number }) => note.id)).toEqual([
      second.data.id,
      first.data.id,
    ]);

    await expert.remove(`${address}/${first.data.id}`);
    expect((await expert.get(address)).data).toHaveLength(1);
  });

  test("of two people who save at once, the second is told what the first wrote", async () => {
    const { data: note } = await expert.post(address, { text: "one" });
    await expert.patch(`${address}/${note.id}`, { rev: note.rev, text: "two" });

    const late = await expert.patch(`${address}/${note.id}`, { rev: note.rev, text: "three" });

    expect(late.status).toBe(409);
    expect(late.error.current).toMatchObject({ text: "two", rev: 2 });
  });

  test("are read by an event owner, who may not write them", async () => {
    const owner = await lanyard.as("owner");

    expect((await owner.get(address)).status).toBe(200);
    expect((await owner.post(address, { text: "no" })).error.code).toBe("forbidden");
  });

  test("without text are refused, naming the field", async () => {
    expect((await expert.post(address, { text: "   " })).error.fields).toHaveProperty("text");
  });

  test("of another event are not there", async () => {
    const { data: note } = await expert.post(address, { text: "here" });
    const elsewhere = `/1/api/container/${lanyard.events["Baltic Trade Forum"]}/template/note/${note.id}`;

    expect((await expert.remove(elsewhere)).status).toBe(404);
  });
});
