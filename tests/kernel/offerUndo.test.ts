// The notice of a removal brings it back: it says what came of it, and offers another try where that may help.
import { expect, test } from "vitest";
import { env } from "../../src/kernel/store/env.ts";
import { offerUndo } from "../../src/kernel/store/offerUndo.ts";
import { problemReply, type Reply, web } from "../support/web.ts";

const removed = { eventId: 5, type: "session", id: 7, name: "Opening" };

/** Presses the button; answers where it stands now, what was asked, and what is told. */
async function pressed(reply: Reply) {
  const { root, asked } = web({ table: { "POST /1/api/container/5/removal/undo": reply } });
  const came: number[] = [];
  offerUndo(env(root.notices), removed, (id) => came.push(id)).run();
  await expect.poll(() => root.notices.list.length).toBe(1);
  const notice = () => root.notices.list.at(-1);
  return { came, asked, notice };
}

test("what comes back is told, with what could not", async () => {
  const { came, asked, notice } = await pressed({ id: "9", lost: [{ label: "agenda:lost.speakers", count: 2 }] });

  expect(came).toEqual([9]);
  expect(asked[0]?.body).toEqual({ type: "session", id: 7 });
  expect(notice()).toMatchObject({ tone: "success", text: "common:undone agenda:lost.speakers" });
});

test("what is refused is told, and not offered again", async () => {
  const { came, notice } = await pressed(problemReply(409, "removal.over", "This can no longer be undone"));

  expect([came, notice()?.tone, notice()?.title]).toEqual([[], "error", "common:undoFailed"]);
  expect(notice()?.action).toBeUndefined();
});

test("why it is not possible is told, too", async () => {
  const fields = { email: "Ada has this address", country: "Gone" };
  const reasons = { email: { text: "event-data:import.problem.emailTaken", values: { name: "Ada" } } };
  const refused = problemReply(409, "removal.not_possible", "Not possible", { fields, reasons });

  const { notice } = await pressed(refused);

  expect(notice()?.text).toBe("problem:removal.not_possible · event-data:import.problem.emailTaken · Gone");
});

test("what went wrong otherwise can be tried again", async () => {
  let times = 0;
  const { came, notice } = await pressed(() =>
    times++ === 0 ? problemReply(500, "unexpected", "Away") : { id: "9", lost: [] },
  );
  expect(notice()?.tone).toBe("error");

  notice()?.action?.run();

  await expect.poll(() => came).toEqual([9]);
});
