// A list of members: from a file, or pasted after all.
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
import type { Group } from "../contract.ts";
import { ImportMembers } from "../web/ImportMembers.tsx";
import { CustomGroupsStore } from "../web/store.ts";
import { useListLeft } from "../web/useListLeft.ts";

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});

/** The dialog of group 3. */
const dialogOf = (group: Group) => (
  <ImportMembers eventId={5} group={group} onClose={() => undefined} onImported={() => undefined} />
);
function draw(call: (endpoint: AnyEndpoint) => Promise<unknown>, part = dialogOf, tab = keptInMemory()) {
  const t = (key: string) => key;
  const notices = NoticesStore.create({}, { t });
  const env = { api: { call }, notices, t, report: () => undefined, tab };
  const store = CustomGroupsStore.create({}, env);
  const group = { id: 3, name: "Press" } as Group;
  const drawn = createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={{ env, notices, areaStore: () => store } as never}>
        <MemoryRouter>{part(group)}</MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  return { store, drawn, notices };
}

test("who has chosen a file can paste a list after all", async () => {
  const result = { added: 2, already: 0, removed: 0, unclear: 0, errors: [], more: 0, until: null };
  const call = async ({ name }: AnyEndpoint) =>
    name === "importMembers" ? { job: { id: 8 } } : { id: 8, state: "done", progress: 1, result };
  const { store, drawn } = draw(call);
  const input = await vi.waitUntil(() => document.querySelector<HTMLInputElement>("input[type=file]"));
  Object.defineProperty(input, "files", { value: [new File(["7"], "list.csv")] });
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await vi.waitFor(() => expect(store.imported).toBeDefined());
  expect(document.querySelector("textarea")).toBeNull();

  const buttons = [...document.querySelectorAll("button")];
  buttons.find(({ textContent }) => textContent?.includes("import.paste"))?.click();

  await vi.waitFor(() => expect(document.querySelector("textarea")).not.toBeNull());
  expect(store.imported).toBeUndefined();
  flushSync(() => drawn.unmount());
});

test("the list of one group goes on unseen in another, which neither stops nor overtakes it", async () => {
  let end: () => void = () => undefined;
  const isEnded = new Promise<void>((done) => (end = done));
  let looks = 0;
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "importMembers") return { job: { id: 8 } };
    if (name !== "getJob") return [];
    looks += 1;
    if (looks > 1) await isEnded;
    return { id: 8, state: looks > 1 ? "cancelled" : "running", progress: 0.5 };
  };
  const { store, drawn } = draw(call);
  const going = store.importMembers(5, 4, new Blob(["7"]), "apply", "keep");
  await vi.waitFor(() => expect(store.running).toBeDefined());

  await vi.waitFor(() => expect(document.querySelector("textarea:disabled")).not.toBeNull());
  const said = () => [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent).join();
  expect(said()).toContain("import.another");
  expect(document.querySelector("progress, [role=progressbar]")).toBeNull();
  expect([...document.querySelectorAll("button")].map(({ textContent }) => textContent).join()).not.toContain("stop");
  end();
  await going;
  await vi.waitFor(() => expect(store.stopped).toBe("apply"));
  expect(document.body.textContent).not.toContain("import.stopped");
  await vi.waitFor(() => expect(document.querySelector("textarea:enabled")).not.toBeNull());
  expect(said()).not.toContain("import.another");
  flushSync(() => drawn.unmount());
});

test.each([
  ["breaks", { state: "failed", error: "The disk is full." }, { tone: "error", text: "The disk is full." }],
  ["is stopped", { state: "cancelled" }, { tone: "info", text: "import.stopped.apply" }],
  ["is done", { state: "done" }, { tone: "success", text: "import.did.added" }],
])("a list that %s after its dialog was left is told in a notice", async (_, ending, told) => {
  const result = { added: 2, already: 0, removed: 0, unclear: 0, errors: [], more: 0, until: null };
  let end: () => void = () => undefined;
  const isEnded = new Promise<void>((done) => (end = done));
  let mode = "";
  const call = async ({ name }: AnyEndpoint, input?: { query?: { mode: string } }) => {
    if (name === "importMembers") {
      mode = input?.query?.mode ?? "";
      return { job: { id: 8 } };
    }
    if (name !== "getJob") return [];
    if (mode === "apply") await isEnded;
    return { id: 8, progress: 1, result, ...(mode === "apply" ? ending : { state: "done" }) };
  };
  const { store, drawn, notices } = draw(call as never);
  const input = await vi.waitUntil(() => document.querySelector<HTMLInputElement>("input[type=file]"));
  Object.defineProperty(input, "files", { value: [new File(["7"], "list.csv")] });
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await vi.waitFor(() => expect(store.imported).toBeDefined());
  const buttons = () => [...document.querySelectorAll("button")];
  const apply = await vi.waitUntil(() => buttons().find(({ textContent }) => textContent?.includes("import.apply")));
  apply.click();
  await vi.waitFor(() => expect(mode).toBe("apply"));

  flushSync(() => drawn.unmount());
  end();

  await vi.waitFor(() => expect(notices.list).toHaveLength(1));
  expect(notices.list[0]).toMatchObject(told);
});

test.each([false, true])(
  "a list that was going on before a reload is found again and told; its undoing: %s",
  async (undoes) => {
    let end: () => void = () => undefined;
    const isEnded = new Promise<void>((done) => (end = done));
    const result = { added: 2, already: 0, removed: 0, unclear: 0, errors: [], more: 0, until: null };
    const call = async ({ name }: AnyEndpoint) => {
      if (name !== "getJob") return name === "getLastMemberRun" ? null : [];
      await isEnded;
      return { id: 8, progress: 1, state: "done", result };
    };
    const tab = keptInMemory({ "custom-groups.5": JSON.stringify({ id: 8, groupId: 3, undoes }) });
    const done = vi.fn();
    function Left({ group }: { group: Group }) {
      useListLeft(5, group, false, done);
      return null;
    }
    const { store, drawn, notices } = draw(call, (group) => <Left group={group} />, tab);

    await vi.waitFor(() => expect(store.running?.id).toBe(8));
    end();

    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(notices.list).toMatchObject([{ tone: "success" }]);
    expect(tab.read("custom-groups.5")).toBeUndefined();
    flushSync(() => drawn.unmount());
  },
);

test.each([
  ["its own dialog was open, and the page has been left", 3, true],
  ["the dialog of another group is open, where nothing is begun meanwhile", 4, false],
] as const)("a list that was going on before a reload is told in a notice where %s", async (_, groupId, isLeft) => {
  let end: () => void = () => undefined;
  const isEnded = new Promise<void>((done) => (end = done));
  const result = { added: 2, already: 0, removed: 0, unclear: 0, errors: [], more: 0, until: null };
  const call = async ({ name }: AnyEndpoint) => {
    if (name !== "getJob") return name === "getLastMemberRun" ? null : [];
    await isEnded;
    return { id: 8, progress: 1, state: "done", result };
  };
  const tab = keptInMemory({ "custom-groups.5": JSON.stringify({ id: 8, groupId: 3, undoes: false }) });
  const done = vi.fn();
  function Open({ group }: { group: Group }) {
    useListLeft(5, group, true, done);
    return dialogOf(group);
  }
  const part = (group: Group) => <Open group={{ ...group, id: groupId }} />;
  const { store, drawn, notices } = draw(call, part, tab);

  await vi.waitFor(() => expect(store.running?.id).toBe(8));
  if (isLeft) flushSync(() => drawn.unmount());
  else await vi.waitFor(() => expect(document.body.textContent).toContain("import.another"));
  end();

  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(notices.list).toMatchObject([{ tone: "success", text: "import.did.added" }]);
  if (!isLeft) flushSync(() => drawn.unmount());
});
