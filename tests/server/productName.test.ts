// What is named after the product follows PRODUCT_NAME.
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../support/app.ts";

let mine: TestApp;
beforeAll(async () => {
  mine = await app({ env: { PRODUCT_NAME: "Fair-Play Events" } });
});
afterAll(() => mine.close());

test("the app config names the token of the product after the product", async () => {
  const owner = await mine.as("owner");

  const { data } = await owner.get("/1/api/config");

  expect(data.application.general).toEqual({
    application_id: mine.apps.northwind,
    fair_play_events_cdp_token: "demo-northwind",
  });
});
