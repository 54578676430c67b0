// Files that are read whole may have less than lists as CSV.
import { expect, test } from "vitest";
import { IMPORT_LIMIT } from "#schemas/core.ts";
import { app } from "../../../tests/support/app.ts";
import { aPlace } from "../../../tests/support/place.ts";
import { sendFile } from "./exchange.ts";

test("JSON that is larger than memory allows is refused with the way out, and so is a schedule", async () => {
  const server = await app();
  const place = await aPlace(server);
  const file = Buffer.alloc(IMPORT_LIMIT + 1, " ");
  file.write('[{"name":"Ann"}]');

  const read = await sendFile(place.asker, place.path, file, "name=list.json");
  const headers = { "content-type": "application/octet-stream" };
  const query = "kind=schedule&format=schedule-json&mode=dry-run";
  const sent = await (await server.as("super")).ask("POST", `${place.path}/import?${query}`, file, { headers });

  expect(read).toMatchObject({ state: "failed", error: expect.stringContaining("CSV") });
  expect(sent.status).toBe(413);
  await server.close();
});
