// What a token is worth: the app, its own token, role, permissions, and the ids that addresses are filled with.

import { EXIT, Failure } from "../outcome.ts";
import { addSecret } from "../secrets.ts";
import type { Answer, Ask } from "./ask.ts";

export interface Standing {
  appId: number;
  eventId: number | undefined;
  role: number;
  permissions: Record<string, boolean>;
  dashboard: Record<string, string>;
  application: Record<string, string>;
}

interface AppReply {
  id: number;
  accessRole: { id: number };
  token?: string;
}

/** Finds out where the token stands. A token that is refused ends the run with exit code 4. */
export async function standingOf(
  ask: Ask,
  token: string,
  wanted: { app?: number | undefined; event?: number | undefined },
): Promise<Standing> {
  const dashboard = { "x-dashboard-authorization": token };
  const apps = await read<AppReply[]>(ask, "/1/dashboard/application", dashboard);
  const appId = wanted.app ?? apps[0]?.id;
  if (appId === undefined) throw new Failure("The token's account belongs to no app.", EXIT.findings);
  const app = await read<AppReply>(ask, `/1/dashboard/application/${appId}`, dashboard);
  addSecret(app.token);
  const application = { ...dashboard, authorization: `Bearer ${app.token ?? ""}` };
  const permissions = await read<Record<string, boolean>>(ask, "/1/api/permission", application);
  const events =
    wanted.event === undefined
      ? await read<{ id: number; active?: number }[]>(ask, "/1/api/container/non-archived?limit=100", application)
      : [];
  return {
    appId,
    eventId: wanted.event ?? events[0]?.id,
    role: app.accessRole.id,
    permissions,
    dashboard,
    application,
  };
}

async function read<T>(ask: Ask, path: string, headers: Record<string, string>): Promise<T> {
  const answer = await ask({ method: "GET", path, headers });
  if (answer.status === 0) throw new Failure(`Nothing could be reached: ${answer.fault}`, EXIT.unreachable);
  if (answer.status === 401) throw new Failure("The token is refused or has expired: log in again.", EXIT.refused);
  const data = dataOf(answer);
  if (answer.status !== 200 || data === undefined)
    throw new Failure(
      `GET ${path.split("?")[0]} answered ${answer.status}, so the token's role is not known.`,
      EXIT.findings,
    );
  return data as T;
}

export function dataOf(answer: Answer): unknown {
  try {
    return (JSON.parse(answer.text) as { data?: unknown }).data;
  } catch {
    return undefined;
  }
}
