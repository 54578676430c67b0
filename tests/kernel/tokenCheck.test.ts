// What the check of a stored token may answer, and what becomes of the token.
import { expect, test } from "vitest";
import { aUser, keptInMemory, problemReply, web } from "../support/web.ts";

async function started(status: number) {
  const table = {
    "GET /1/dashboard/user/7/token": problemReply(status, "refused", "No"),
    "GET /1/dashboard/application": [],
  };
  const local = keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) });
  const { session } = web({ table, local });
  await session.start(undefined);
  return { session, token: (local.read("userData") as { token?: string } | undefined)?.token };
}

test.each([401, 403, 404])("%i refuses it: the person has to log in", async (status) => {
  const { session, token } = await started(status);
  expect([session.status, token]).toEqual(["anonymous", undefined]);
});

test.each([408, 429, 502])("%i says nothing of it: it stays, and the start can be tried again", async (status) => {
  const { session, token } = await started(status);
  expect([session.status === "anonymous", token]).toEqual([false, "dash"]);
});
