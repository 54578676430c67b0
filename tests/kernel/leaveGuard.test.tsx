// Leaving a draft while the code of the question cannot be had: the browser asks, and the draft stays.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { LeaveGuard } from "../../src/kernel/form/LeaveGuard.tsx";
import { InSidePanel } from "../../src/kernel/ui/inSidePanel.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

test("the browser asks where the question does not arrive; who stays keeps the draft, who leaves is gone", async () => {
  const asked = vi.fn(() => false);
  vi.stubGlobal("confirm", asked);
  const draft = (
    <>
      <LeaveGuard when bring={() => Promise.reject(new Error("offline"))} />
      <input defaultValue="draft" />
    </>
  );
  const router = createMemoryRouter([
    { path: "/", element: draft },
    { path: "/other", element: <p>Other</p> },
  ]);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(<RouterProvider router={router} />));

  await act(async () => router.navigate("/other"));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(document.querySelector("input")?.value).toBe("draft");
  expect(router.state.location.pathname).toBe("/");

  asked.mockReturnValue(true);
  await act(async () => router.navigate("/other"));
  await expect.poll(() => router.state.location.pathname).toBe("/other");
  expect(asked).toHaveBeenCalledTimes(2);
});

test.each(["open", "id", "session", "pair", "edit"])(
  "a form beside a list asks before %s goes from the address, and not before a filter does",
  async (key) => {
    const asked = vi.fn(() => false);
    vi.stubGlobal("confirm", asked);
    const draft = (
      <InSidePanel.Provider value>
        <LeaveGuard when bring={() => Promise.reject(new Error("offline"))} />
      </InSidePanel.Provider>
    );
    const router = createMemoryRouter([{ path: "/", element: draft }], { initialEntries: [`/?${key}=1&words=a`] });
    root = createRoot(document.body.appendChild(document.createElement("div")));
    await act(async () => root.render(<RouterProvider router={router} />));

    await act(async () => router.navigate(`/?${key}=1`));
    expect(router.state.location.search).toBe(`?${key}=1`);
    await act(async () => router.navigate("/"));

    await expect.poll(() => asked.mock.calls.length).toBe(1);
    expect(router.state.location.search).toBe(`?${key}=1`);
  },
);

test("of two forms in a panel only the one asks that goes with a parameter of its own", async () => {
  const asked = vi.fn(() => false);
  vi.stubGlobal("confirm", asked);
  const bring = () => Promise.reject(new Error("offline"));
  const draw = async (inner: boolean) => {
    const drafts = (
      <InSidePanel.Provider value>
        <LeaveGuard when bring={bring} />
        {inner && <LeaveGuard when goesWith="open.copy" bring={bring} />}
      </InSidePanel.Provider>
    );
    const router = createMemoryRouter([{ path: "/", element: drafts }], { initialEntries: ["/?open=1&open.copy=1"] });
    root = createRoot(document.body.appendChild(document.createElement("div")));
    await act(async () => root.render(<RouterProvider router={router} />));
    return router;
  };
  const alone = await draw(false);
  await act(async () => alone.navigate("/?open=1"));
  expect(alone.state.location.search).toBe("?open=1");
  expect(asked).not.toHaveBeenCalled();
  act(() => root.unmount());

  const both = await draw(true);
  await act(async () => both.navigate("/?open=1&open.copy=1&tab=other"));
  expect(both.state.location.search).toBe("?open=1&open.copy=1&tab=other");
  await act(async () => both.navigate("/?open=1"));

  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(both.state.location.search).toBe("?open=1&open.copy=1&tab=other");
});
