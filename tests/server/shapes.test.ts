// Shapes become code when they are first asked for; here all of them are, so that a wrong one is not found by a visitor.
import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import { afterAll, beforeAll, expect, test } from "vitest";
import { strictAjv } from "../../server/kernel/validation.ts";
import { app, type TestApp } from "../support/app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await app();
});
afterAll(() => server.close());

test("every endpoint's shapes can become the code that checks requests and writes replies", () => {
  // A running server takes it for granted.
  const ajv = strictAjv({ validateSchema: true });
  const compile = SerializerSelector()({}, {});
  const wrong: string[] = [];

  const endpoints = server.deps.endpoints();
  for (const { method, path, params, query, body, reply, replyType } of endpoints) {
    try {
      for (const shape of [params, query, body, replyType ? undefined : reply]) if (shape) ajv.compile(shape);
      if (replyType) continue;
      const schema = { type: "object", properties: { data: reply } };
      expect(compile({ method, url: path, httpStatus: "2xx", schema })).toBeTypeOf("function");
    } catch (error) {
      wrong.push(`${method} ${path}: ${(error as Error).message}`);
    }
  }

  expect(endpoints.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
