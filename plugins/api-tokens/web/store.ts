// Tokens of the app, what they can be given, and the secret that was just issued.
import { type Instance, types } from "mobx-state-tree";
import { env, tracked, trackedOf, tracking, trackings, wait } from "#web";
import {
  type ApiToken,
  type ApiTokenDraft,
  createApiToken,
  explainApiToken,
  listApiTokens,
  listScopes,
  type NewApiToken,
  type RotateDraft,
  revokeApiToken,
  rotateApiToken,
  type ScopeChoice,
  saveApiToken,
  type Trial,
  tryApiToken,
} from "../contract.ts";

const ofToken = ([{ id }]: readonly [Pick<ApiToken, "id">, ...unknown[]]) => id;

export const ApiTokensStore = types
  .model("ApiTokens", {
    tokens: types.maybe(types.frozen<readonly ApiToken[]>()),
    scopes: types.maybe(types.frozen<readonly ScopeChoice[]>()),
  })
  .volatile(() => ({
    loading: tracking(),
    issuing: tracking(),
    /** Of each token, by its id. */
    saving: trackings(),
    renewing: trackings(),
    revoking: trackings(),
    trying: tracking(),
    /** What the token that is open may do now. */
    trial: undefined as Trial | undefined,
    /** Told once by the server and never kept; shown in the panel of its own token, also where that is opened later. */
    secrets: {} as Readonly<Record<number, string>>,
  }))
  .views((self) => ({
    secretOf(tokenId: number | undefined): string | undefined {
      return tokenId === undefined ? undefined : self.secrets[tokenId];
    },
  }))
  .actions((self) => ({
    set(change: Partial<Pick<ApiTokensStoreInstance, "tokens" | "scopes" | "secrets" | "trial">>): void {
      Object.assign(self, change);
    },
    put(token: ApiToken): void {
      const rest = (self.tokens ?? []).filter(({ id }) => id !== token.id);
      self.tokens = [token, ...rest].sort((a, b) => b.id - a.id);
    },
    /** It has been shown, and is not shown again. */
    forget(tokenId: number): void {
      const { [tokenId]: _, ...rest } = self.secrets;
      self.secrets = rest;
    },
    told(key: string, name: string): void {
      env(self).notices.success(env(self).t(key, { name }), { title: env(self).t("common:toast.successful") });
    },
  }))
  .actions((self) => ({
    load: tracked(self, "loading", function* () {
      const { api } = env(self);
      const [tokens, scopes] = yield* wait(Promise.all([api.call(listApiTokens), api.call(listScopes)]));
      self.set({ tokens, scopes });
    }),

    create: tracked(
      self,
      "issuing",
      function* (draft: NewApiToken) {
        const { token, secret } = yield* wait(env(self).api.call(createApiToken, { body: draft }));
        self.put(token);
        self.set({ secrets: { ...self.secrets, [token.id]: secret }, trial: undefined });
        return token;
      },
      // A secret is told once, also where the next token is asked for before it comes.
      { every: true },
    ),

    rotate: trackedOf(self, "renewing", ofToken, function* ({ id }: ApiToken, draft: RotateDraft) {
      const { token, secret } = yield* wait(
        env(self).api.call(rotateApiToken, { params: { tokenId: id }, body: draft }),
      );
      self.put(token);
      self.set({ secrets: { ...self.secrets, [token.id]: secret }, trial: undefined });
      return token;
    }),

    save: trackedOf(self, "saving", ofToken, function* ({ id, rev }: ApiToken, draft: ApiTokenDraft) {
      const saved = yield* wait(env(self).api.call(saveApiToken, { params: { tokenId: id }, body: { rev, ...draft } }));
      self.put(saved);
      self.told("api-tokens:saved", saved.name);
      return saved;
    }),

    /** What a token may do now; as if from one address, where one is told. */
    explain: tracked(self, "trying", function* ({ id }: ApiToken, address?: string) {
      self.set({ trial: undefined });
      const query = address ? { address } : {};
      self.set({ trial: yield* wait(env(self).api.call(explainApiToken, { params: { tokenId: id }, query })) });
    }),

    /** A call as the program would make it. */
    testCall: tracked(self, "trying", function* (secret: string) {
      self.set({ trial: undefined });
      const headers = { "x-dashboard-authorization": secret };
      self.set({ trial: yield* wait(env(self).api.call(tryApiToken, { headers })) });
    }),

    revoke: trackedOf(self, "revoking", ofToken, function* ({ id }: ApiToken) {
      const revoked = yield* wait(env(self).api.call(revokeApiToken, { params: { tokenId: id } }));
      self.put(revoked);
      self.told("api-tokens:revoked", revoked.name);
      return true;
    }),
  }));

export interface ApiTokensStoreInstance extends Instance<typeof ApiTokensStore> {}
