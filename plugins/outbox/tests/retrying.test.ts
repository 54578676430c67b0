import { expect, test } from "vitest";
import { failureOf, giveUpAfter, pauseAfter, restAfter } from "../../../server/core/mail/retrying.ts";

const failed = (facts: object) => failureOf(Object.assign(new Error("said\nmore"), facts)).kind;

test("pauses between attempts double from a minute to an hour", () => {
  expect([1, 2, 3, 6, 7, 8, 200].map((times) => pauseAfter(times) / 60_000)).toEqual([1, 2, 4, 32, 60, 60, 60]);
});

test("a letter is tried for five days, and a mail server that is away is asked every five minutes", () => {
  expect(giveUpAfter(new Date("2026-03-02T09:00:00Z"))).toBe("2026-03-07T09:00:00.000Z");
  expect([1, 2, 3, 20].map((times) => restAfter(times) / 1000)).toEqual([15, 30, 60, 300]);
});

test.each([
  ["an address that is refused", { code: "EENVELOPE", responseCode: 550, command: "RCPT TO" }, "refused"],
  ["a text that is refused", { code: "EMESSAGE", responseCode: 554 }, "refused"],
  ["what is no address", { code: "EENVELOPE" }, "refused"],
  ["a mailbox that is full", { code: "EENVELOPE", responseCode: 452 }, "later"],
  ["a mail server that closes", { code: "EENVELOPE", responseCode: 421 }, "server"],
  ["a mail server that cannot be reached", { code: "ESOCKET" }, "server"],
  ["a log-in that is refused", { code: "EAUTH", responseCode: 535 }, "server"],
  ["anything else", {}, "server"],
])("%s is told from the others", (_, facts, kind) => {
  expect(failed(facts)).toBe(kind);
});

test("the first line of what was said is kept", () => {
  expect(failureOf(new Error("Mailbox is full\nand more")).reason).toBe("Mailbox is full");
});
