// An import whose dialog was left: however it ends, it is told.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, expect, test, vi } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { NoticesStore } from "../../../src/kernel/store/NoticesStore.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { keptInMemory } from "../../../tests/support/web.ts";
import { ImportDialog } from "../web/import/ImportDialog.tsx";
import { ImportStore } from "../web/import/store.ts";

const FILE = {
  ...{ name: "list.csv", format: "csv", system: null, records: null, encoding: "utf-8", separator: "," },
  ...{ sheets: [], sheet: null, rows: 2, notes: [], more_notes: 0 },
  columns: [{ at: 0, title: "Name", examples: ["Ada"], field: "name", by: "name" }],
};
const RESULT = { created: 2, updated: 0, unchanged: 0, skipped: 0, errors: [] };
const ADDRESS = "/event-data/1/category/1?open=import";

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});

interface Case {
  job: object;
  isLeft: boolean;
}

/** An import that ends so after its dialog was left, or before. */
async function ended({ job, isLeft }: Case) {
  const answers: unknown[] = [{ id: 1, state: "done", progress: 1, result: FILE }];
  const call = async ({ name }: AnyEndpoint) => (name === "getJob" ? await answers.shift() : { job: { id: 1 } });
  const went: string[] = [];
  const env = { api: { call }, tab: keptInMemory(), t: (key: string) => key, report: () => undefined };
  const notices = NoticesStore.create({}, env);
  const all = { ...env, notices, go: (path: string) => went.push(path) };
  const importing = ImportStore.create({}, all);
  importing.reset(1, 5);
  await importing.read(new File(["Name\nAda\n"], "list.csv"));
  const session = { typeCategories: [], reloadTypes: () => undefined };
  const store = { importing, questions: { fields: [], list: () => undefined } };
  const place = document.body.appendChild(document.createElement("div"));
  const page = createRoot(place);
  const draw = () =>
    flushSync(() =>
      page.render(
        <RootContext.Provider value={{ env: all, notices, session, areaStore: () => store } as never}>
          <MemoryRouter initialEntries={[ADDRESS]}>
            <ImportDialog
              eventId={1}
              types={[{ id: 5, type: "Guest" }]}
              typeId={5}
              isOfKnown={false}
              onClose={() => undefined}
              onImported={() => undefined}
            />
          </MemoryRouter>
        </RootContext.Provider>,
      ),
    );
  draw();
  answers.push({ id: 2, state: "done", progress: 1, result: RESULT });
  await importing.run("dry-run");
  let end = (_: unknown): void => {};
  answers.push(
    new Promise((resolve) => {
      end = resolve;
    }),
  );
  await vi.waitFor(() => expect(button("import.apply")).toBeDefined());
  flushSync(() => button("import.apply")?.click());
  await vi.waitFor(() => expect(importing.step).toBe("going"));
  if (isLeft) flushSync(() => page.unmount());
  end({ id: 3, progress: 0.5, ...job });
  await vi.waitFor(() => expect(importing.running.busy).toBe(false));
  await new Promise((done) => setTimeout(done, 20));
  return { notices: notices.list, went, page, text: document.body.textContent ?? "", importing };
}

const button = (name: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent?.includes(name)) as
    | HTMLButtonElement
    | undefined;

const BROKEN = { state: "failed", error: "The disk is full.", result: { ...RESULT, created: 1 } };

test("one that breaks is told with its reason and what came in, and with the way back", async () => {
  const { notices, went } = await ended({ job: BROKEN, isLeft: true });

  expect(notices).toMatchObject([{ tone: "error", title: expect.stringContaining("import.failed") }]);
  expect(notices[0]?.text).toContain("import.brokenAway");
  notices[0]?.action?.run();
  expect(went).toEqual([ADDRESS]);
});

test("one that breaks before anything came in is told in its own words", async () => {
  const { notices } = await ended({ job: { state: "failed", error: "The disk is full." }, isLeft: true });

  expect(notices).toMatchObject([{ tone: "error", text: "The disk is full." }]);
});

const STOPPED = { state: "cancelled", result: { ...RESULT, created: 1, skipped: 1 } };

test("one that is stopped elsewhere is told with what came in, and with the way back", async () => {
  const { notices, went } = await ended({ job: STOPPED, isLeft: true });

  expect(notices).toMatchObject([{ tone: "info", title: expect.stringContaining("import.step.stopped") }]);
  expect(notices[0]?.text).toContain("import.doneAway");
  notices[0]?.action?.run();
  expect(went).toEqual([ADDRESS]);
});

test("one that is done is told as before", async () => {
  const { notices } = await ended({ job: { state: "done", result: RESULT }, isLeft: true });

  expect(notices).toMatchObject([{ tone: "success", title: expect.stringContaining("import.step.done") }]);
});

test.each([
  ["breaks", BROKEN, "import.step.broken"],
  ["is stopped", STOPPED, "import.step.stopped"],
])("one that %s while its dialog is open says there what came in, and in no notice", async (_, job, heading) => {
  const { notices, text, importing, page } = await ended({ job, isLeft: false });

  expect(notices).toHaveLength(0);
  expect(text).toContain(heading);
  expect(text).toContain("import.created");
  expect(importing.part).toMatchObject({ job: 3 });
  page.unmount();
});
