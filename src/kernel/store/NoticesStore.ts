// Toasts: what happened, for a moment. Errors stay until they are dismissed.
import { type Instance, types } from "mobx-state-tree";
import { type ApiProblem, problemText } from "../api/problem.ts";
import { env } from "./env.ts";

export type NoticeTone = "success" | "error" | "info";

export interface Notice {
  id: number;
  tone: NoticeTone;
  title?: string | undefined;
  text: string;
  requestId?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
}

export type NoticeExtras = Pick<Notice, "title" | "requestId" | "action">;

const MOST = 5;

export const NoticesStore = types
  .model("Notices", { list: types.array(types.frozen<Notice>()) })
  .volatile(() => ({ lastId: 0, retries: 0, retryId: 0 }))
  .actions((self) => ({
    add(tone: NoticeTone, text: string, extras: NoticeExtras = {}): number {
      self.lastId += 1;
      // One with a way back of its own is about something else, even where it is called the same.
      const same = self.list.find((notice) => notice.text === text && notice.tone === tone && !notice.action);
      if (same) self.list.remove(same);
      self.list.push({ id: self.lastId, tone, text, ...extras });
      if (self.list.length > MOST) self.list.splice(0, self.list.length - MOST);
      return self.lastId;
    },
    dismiss(id: number): void {
      const notice = self.list.find((one) => one.id === id);
      if (notice) self.list.remove(notice);
    },
    clear(): void {
      self.list.clear();
    },
  }))
  .actions((self) => ({
    /** Says that something worked. */
    success(text: string, extras?: NoticeExtras): number {
      return self.add("success", text, extras);
    },
    /** Says that something failed; `title` is the short line above the text. */
    error(text: string, extras?: NoticeExtras): number {
      return self.add("error", text, extras);
    },
    info(text: string, extras?: NoticeExtras): number {
      return self.add("info", text, extras);
    },
    /** Whether something that was saved is under way once more, since no answer came; said as long as anything is. */
    retrying(isOn: boolean): void {
      self.retries += isOn ? 1 : -1;
      if (isOn) self.retryId = self.add("info", env(self).t("common:toast.retrying"));
      else if (self.retries === 0) self.dismiss(self.retryId);
    },
    /** The words of the catalogue for a save that worked. */
    saved(): number {
      const { t } = env(self);
      return self.add("success", t("common:toast.saved"), { title: t("common:toast.successful") });
    },
    /**
     * The words of the catalogue for a call that failed: its own text under "Something went wrong". Where it names fields, whoever
     * typed them can mend it, and nobody asks for the request's number.
     */
    failed(problem: ApiProblem): number {
      const { t } = env(self);
      const isTyped = Object.keys(problem.fields).length > 0;
      return self.add("error", problemText(problem, t), {
        title: t("common:toast.failed"),
        ...(isTyped ? {} : { requestId: problem.requestId }),
      });
    },
  }));

export interface NoticesStoreInstance extends Instance<typeof NoticesStore> {}
