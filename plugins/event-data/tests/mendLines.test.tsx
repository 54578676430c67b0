// The cells of lines that an import left out: what has several lines keeps them.
import { observable } from "mobx";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { MendLines } from "../web/import/MendLines.tsx";

test("a cell of several lines is mended in several lines, also once one is left", () => {
  const importing = observable({
    file: { columns: ["Name", "Address"].map((title, at) => ({ at, title })) },
    mapping: ["name", "fields.address"],
    mended: {} as Record<number, string[]>,
    running: { busy: false },
    mend(line: number, at: number, text: string) {
      const cells = ["Ada", "1 Road\nTown"];
      cells[at] = text;
      this.mended = { [line]: cells };
    },
  });
  const store = { importing, questions: { fields: [] } };
  const place = document.body.appendChild(document.createElement("div"));
  const lines = [{ line: 2, cells: ["Ada", "1 Road\nTown"] }];
  const errors = [{ line: 2, field: "fields.address", message: "wrong" }];
  flushSync(() =>
    createRoot(place).render(
      <RootContext.Provider value={{ env: {}, session: {}, areaStore: () => store } as never}>
        <MendLines lines={lines as never} errors={errors as never} />
      </RootContext.Provider>,
    ),
  );
  const area = () => place.querySelector("textarea") as HTMLTextAreaElement;
  expect(place.querySelectorAll("input")).toHaveLength(1);
  expect(area().value).toBe("1 Road\nTown");
  expect(area().hasAttribute("list")).toBe(false);

  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area(), "1 Road");
  flushSync(() => area().dispatchEvent(new Event("input", { bubbles: true })));

  expect(importing.mended[2]).toEqual(["Ada", "1 Road"]);
  expect(area().value).toBe("1 Road");
});
