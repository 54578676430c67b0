// What is begun, or goes on, later than it was ordered asks again what its person may do.
import { expect, test } from "vitest";
import customGroups from "../../plugins/custom-groups/server/index.ts";
import dataTypes from "../../plugins/data-types/server/index.ts";
import duplicates from "../../plugins/duplicates/server/index.ts";
import eventData from "../../plugins/event-data/server/index.ts";
import history from "../../plugins/history/server/index.ts";
import outbox from "../../plugins/outbox/server/index.ts";
import relationships from "../../plugins/relationships/server/index.ts";
import type { JobContext } from "../../server/kernel/plugins.ts";

const faces = [customGroups, dataTypes, duplicates, eventData, history, outbox, relationships];
const UNASKED = [
  "custom-groups.clear",
  "event-data.field-put-back",
  "event-data.import-file",
  "event-data.kind-again",
  "event-data.kind-back",
  "event-data.listed",
  "event-data.moments",
  "event-data.option-again",
  "event-data.option-back",
  "event-data.order",
  "event-data.travel",
  "history.forget",
  "relationships.clear",
];

const kinds = faces.flatMap(({ jobs = {} }) => Object.entries(jobs));
const who = { id: 1, accessRole: 9999, permissions: {}, allowedEvents: [] } as unknown as JobContext["who"];

async function isAsked(handler: (typeof kinds)[number][1], eventId?: number): Promise<boolean> {
  try {
    await handler({ who, eventId } as JobContext);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === "forbidden";
  }
}

test("asks, but for what puts back by itself, follows what was done, or only reads a file", async () => {
  const unasked: string[] = [];
  for (const [kind, handler] of kinds)
    if (!((await isAsked(handler)) && (await isAsked(handler, 1)))) unasked.push(kind);

  expect(unasked.sort()).toEqual(UNASKED);
});
