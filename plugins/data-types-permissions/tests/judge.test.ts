import { describe, expect, test } from "vitest";
import { VERBS } from "../../data-types/contract.ts";
import { explain, isPossible, isUnusual, mayDo, rulingOf, settingOf, settledOf } from "../contract/judge.ts";
import { type Cell, type Setting, type TypeLink, USUAL } from "../contract.ts";

const attendee = { id: 1, type_category_id: 1 as const, defaults: null };
const speaker = { id: 2, type_category_id: 1 as const, defaults: { meet: [2], see: [1] } };
const exhibitor = { id: 3, type_category_id: 2 as const, defaults: null };
const product = { id: 4, type_category_id: 3 as const, defaults: null };

const ruling = (cells: Cell[] = [], settings: Setting[] = []) => rulingOf({ cells, settings });
const cell = (from: number, to: number, verb: Cell["verb"], allow: boolean): Cell => ({ from, to, verb, allow });
/** `cell-` stands for a rule that says no, `cell?` for one that says nothing; the one that decides is in brackets. */
const chain = (...asked: Parameters<typeof explain>) => {
  const { allowed, steps } = explain(...asked);
  const words = steps.map(({ rule, holds, decides }) => {
    const word = `${rule}${holds === null ? "?" : holds ? "" : "-"}`;
    return decides ? `[${word}]` : word;
  });
  return `${words.join(" ")} → ${allowed ? "yes" : "no"}`;
};

describe("who may do what with whom", () => {
  test("where nobody says anything, the standard decides", () => {
    expect(chain(ruling(), attendee, exhibitor, "message")).toBe(
      "possible approached cell? type_default? [standard] sight → yes",
    );
    expect(chain(ruling(), attendee, attendee, "scan")).toBe("possible cell? type_default? [standard-] → no");
  });

  test("what the type says goes before the standard, and what the event says of the pair before both", () => {
    expect(chain(ruling(), speaker, attendee, "meet")).toBe(
      "possible meets_from meets_to approached cell? [type_default-] → no",
    );
    expect(chain(ruling([cell(2, 1, "meet", true)]), speaker, attendee, "meet")).toBe(
      "possible meets_from meets_to approached [cell] sight → yes",
    );
    expect(chain(ruling([cell(1, 3, "see", false)]), attendee, exhibitor, "see")).toBe("possible [cell-] → no");
  });

  test("nobody meets, writes to or is recommended whom they may not see", () => {
    const blind = ruling([cell(1, 3, "see", false), cell(1, 3, "meet", true)]);

    expect(chain(blind, attendee, exhibitor, "meet")).toBe(
      "possible meets_from meets_to approached cell [sight-] → no",
    );
    expect(mayDo(blind, attendee, exhibitor, "recommend")).toBe(false);
    expect(mayDo(ruling([cell(1, 1, "see", false), cell(1, 1, "scan", true)]), attendee, attendee, "scan")).toBe(true);
  });

  test("a type that takes part in no meetings neither asks nor is asked", () => {
    const quiet = ruling([cell(1, 3, "meet", true)], [{ type: 3, meets: false, pending: 5, contacts: true }]);

    expect(chain(quiet, attendee, exhibitor, "meet")).toBe("possible meets_from [meets_to-] → no");
    expect(chain(quiet, exhibitor, attendee, "meet")).toBe("possible [meets_from-] → no");
    expect(mayDo(quiet, attendee, exhibitor, "message")).toBe(true);
  });

  test("a type that is not to be approached asks and writes itself, is seen and recommended, and is not asked or written to", () => {
    const settings = [{ type: 3, meets: true, pending: 5, contacts: true, approachable: false }];
    const away = ruling([cell(1, 3, "meet", true)], settings);

    expect(chain(away, attendee, exhibitor, "meet")).toBe("possible meets_from meets_to [approached-] → no");
    expect(chain(away, attendee, exhibitor, "message")).toBe("possible [approached-] → no");
    expect(VERBS.filter((verb) => mayDo(away, attendee, exhibitor, verb))).toEqual(["see", "recommend"]);
    expect(["meet", "message"].every((verb) => mayDo(away, exhibitor, attendee, verb as "meet"))).toBe(true);
  });

  test("people make teams of companies where that is said, also of one that they do not see, as long as a kind of relationship links the types; nobody else makes one", () => {
    const said = ruling([cell(1, 3, "team", true), cell(1, 3, "see", false)]);

    expect(chain(ruling(), attendee, exhibitor, "team")).toBe("possible cell? type_default? [standard-] → no");
    expect(chain(said, attendee, exhibitor, "team")).toBe("possible [cell] → yes");
    const linked = (links: TypeLink[]) => rulingOf({ cells: [cell(1, 3, "team", true)], settings: [], links });
    expect(chain(linked([{ person: 1, company: 3 }]), attendee, exhibitor, "team")).toBe(
      "possible linked [cell] → yes",
    );
    expect(chain(linked([{ person: 2, company: 3 }]), attendee, exhibitor, "team")).toBe("possible [linked-] → no");
    expect(chain(linked([]), attendee, exhibitor, "message")).toContain("→ yes");
    expect(isPossible(exhibitor, exhibitor, "team") || isPossible(attendee, speaker, "team")).toBe(false);
  });

  test("what is usual is not kept, and an older setting that lacks it reads as usual", () => {
    const old = { type: 1, meets: true, pending: 3, contacts: true };
    const said = { ...old, sessions: "view" as const, editable: true, locked: {} };

    expect(settingOf(ruling([], [old]), 1)).toEqual({ ...USUAL, ...old });
    expect(settledOf(said)).toEqual({ ...old, sessions: "view" });
    expect([isUnusual({ ...old, pending: 50 }), isUnusual({ ...old, pending: 50, exports: false })]).toEqual([
      false,
      true,
    ]);
  });

  test("an item does nothing, and nobody meets, writes to or scans one", () => {
    expect(VERBS.filter((verb) => isPossible(attendee, product, verb))).toEqual(["see", "recommend"]);
    expect(VERBS.filter((verb) => isPossible(product, attendee, verb))).toEqual([]);
    expect(chain(ruling(), product, attendee, "see")).toBe("[possible-] → no");
  });

  test("exactly one rule decides, whatever is said", () => {
    const types = [attendee, speaker, exhibitor, product];
    for (let bits = 0; bits < 64; bits++) {
      const says = (at: number) => [undefined, true, false][Math.floor(bits / 3 ** at) % 3];
      for (const from of types) {
        for (const to of types) {
          const cells = VERBS.flatMap((verb, at) => {
            const allow = says(at % 3);
            return allow === undefined ? [] : [cell(from.id, to.id, verb, allow)];
          });
          for (const verb of VERBS) {
            const { steps, allowed } = explain(ruling(cells), from, to, verb);
            const deciding = steps.filter((step) => step.decides);
            expect(deciding).toHaveLength(1);
            expect(deciding[0]?.holds).toBe(allowed);
          }
        }
      }
    }
  });
});
