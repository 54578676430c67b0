// Members who were taken out of a group and are put in again, also where its panel has been closed by then.
import { runInAction } from "mobx";
import { type Env, problemText, t } from "#web";
import type { Group } from "../contract.ts";
import type { CustomGroupsStoreInstance } from "./store.ts";

type Notices = Pick<Env["notices"], "success" | "error">;

export async function putBack(
  store: Pick<CustomGroupsStoreInstance, "addMembers" | "adding" | "broughtBack">,
  notices: Notices,
  eventId: number,
  group: Pick<Group, "id" | "name">,
  ids: readonly number[],
): Promise<void> {
  const answer = await store.addMembers(eventId, group.id, ids.map(String));
  if (answer) {
    const back = answer.added + answer.already;
    const left = ids.length - back;
    const notBack = t("custom-groups:members.notBack", { count: left });
    if (back === 0) {
      return void notices.error(notBack, { title: t("custom-groups:members.noneBack", { name: group.name }) });
    }
    runInAction(() => store.broughtBack.set(store.broughtBack.get() + 1));
    const told = t("custom-groups:members.back", { count: back, name: group.name });
    return void notices.success(left === 0 ? told : `${told} ${notBack}`);
  }
  const { problem } = store.adding;
  if (!problem) return;
  // It is told here, and not where somebody else is being put in.
  runInAction(() => {
    store.adding.problem = undefined;
  });
  const again = { label: t("common:retry"), run: () => void putBack(store, notices, eventId, group, ids) };
  const isOver = problem.code === "not_found";
  notices.error(problemText(problem, t), {
    title: t("custom-groups:members.noneBack", { name: group.name }),
    action: isOver ? undefined : again,
  });
}
