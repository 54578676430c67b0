// An event whose agenda is empty, whatever an earlier story has left there.
import type { APIRequestContext } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

export const EMPTIED = "Northwind Community Hub";

/** Takes away its sessions, and answers its id. */
export async function emptyAgenda(request: APIRequestContext): Promise<number> {
  const { data: events } = await (await Desk.at(request, EVENT_ID, "expert")).askApp("get", "/container");
  const { id } = (events as { id: number; name: string }[]).find(({ name }) => name === EMPTIED) as { id: number };
  const desk = await Desk.at(request, id, "expert");
  const { data: sessions } = await desk.ask("get", "/session");
  await desk.ask("delete", `/session?expect=${sessions.length}`);
  return id;
}
