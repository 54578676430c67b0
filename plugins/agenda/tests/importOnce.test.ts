// That one import writes at a time, and each one once.
import { expect, test } from "vitest";
import type { Route } from "#server";
import { clearSchedule } from "../contract.ts";
import { scheduleImporter } from "../server/importSchedule.ts";
import { routes } from "../server/routes.ts";
import { aFrabFile } from "./factories.ts";

test("an import is done with the very commit that writes it, so that no crash has it run again", async () => {
  const options: unknown[] = [];
  const context = {
    ...{ format: "frab-xml", mode: "apply", eventId: 5, progress: () => {}, signal: new AbortController().signal },
    input: async function* () {
      yield Buffer.from(aFrabFile());
    },
    inTransaction: async (_: unknown, option: unknown) => void options.push(option),
  };

  await scheduleImporter.run(context as never);

  expect(options).toEqual([{ last: true }]);
});

test("clearing and importing wait for each other", async () => {
  const { handler } = routes.find(({ endpoint }) => endpoint === clearSchedule) as Route;
  const asked: string[] = [];
  const dialect = {
    lock: async (_: unknown, name: string) => {
      asked.push(name);
      throw new Error("as if an import held it");
    },
  };

  const clearing = Promise.resolve(handler({ dialect, event: { id: 5 }, query: { expect: 0 } } as never));

  await expect(clearing).rejects.toThrow("as if an import held it");
  expect(asked).toEqual(["agenda/5"]);
});
