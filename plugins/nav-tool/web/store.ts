// The file, the draft, and what the server says of both. The draft lives here only; leaving the app forgets it.
import { type Instance, types } from "mobx-state-tree";
import type { Finding } from "#schemas/core.ts";
import type { NavConfig } from "#schemas/nav.ts";
import { env, tracked, tracking, wait } from "#web";
import { checkNavigationDraft, DRAFT_LIMIT, getNavigationText, type Judgement, type RoleFacts } from "../contract.ts";

/** Whether a finding is about the draft, and not about what it was to keep. */
export const isOfDraft = ({ file }: Finding): boolean => file === "nav.config.json";

export const NavToolStore = types
  .model("NavToolStore", {
    file: types.maybe(types.string),
    draft: types.optional(types.string, ""),
    roles: types.frozen<readonly RoleFacts[]>([]),
    now: types.maybe(types.frozen<Judgement>()),
    judged: types.maybe(types.frozen<Judgement>()),
    /** The text that was judged. */
    judgedText: types.maybe(types.string),
    /** The last draft that could be drawn. */
    drawn: types.maybe(types.frozen<NavConfig>()),
  })
  .volatile(() => ({ loading: tracking(), checking: tracking() }))
  .views((self) => ({
    get isTooLong(): boolean {
      return self.draft.length > DRAFT_LIMIT;
    },
    /** Whether what is said is said of the draft as it stands. */
    get isJudged(): boolean {
      return !this.isTooLong && self.judgedText === self.draft;
    },
    get isChanged(): boolean {
      return self.draft !== self.file;
    },
  }))
  .actions((self) => ({
    take(judgement: Judgement, text: string) {
      self.judged = judgement;
      self.judgedText = text;
      if (judgement.config) self.drawn = judgement.config;
    },
    setDraft(text: string) {
      self.draft = text;
    },
  }))
  .actions((self) => ({
    load: tracked(self, "loading", function* () {
      const { text, judgement, roles } = yield* wait(env(self).api.call(getNavigationText));
      const isUntouched = self.draft === "" || self.draft === self.file;
      // The editor knows one kind of line end; another would look like a change that nobody made.
      self.file = text.replaceAll("\r\n", "\n");
      self.now = judgement;
      self.roles = roles;
      if (isUntouched) {
        self.draft = self.file;
        self.take(judgement, self.draft);
      }
    }),

    /** Judges the draft as it stands; a newer text overtakes an older one. */
    check: tracked(self, "checking", function* () {
      if (self.isTooLong) return;
      const text = self.draft;
      self.take(yield* wait(env(self).api.call(checkNavigationDraft, { body: { text } })), text);
    }),
  }));

export interface NavToolStoreInstance extends Instance<typeof NavToolStore> {}
