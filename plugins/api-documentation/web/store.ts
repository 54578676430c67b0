// The description of the API, asked once.
import { type Instance, types } from "mobx-state-tree";
import { env, tracked, tracking, wait } from "#web";
import { endpointsIn, getOpenapi, type Listed, type Openapi } from "./openapi.ts";

export const ApiDocumentationStore = types
  .model("ApiDocumentation", { endpoints: types.maybe(types.frozen<readonly Listed[]>()) })
  .volatile(() => ({ loading: tracking() }))
  .actions((self) => ({
    load: tracked(self, "loading", function* () {
      const file = (yield* wait(env(self).api.call(getOpenapi))) as unknown as Blob;
      self.endpoints = endpointsIn(JSON.parse(yield* wait(file.text())) as Openapi);
    }),
  }));

export interface ApiDocumentationStoreInstance extends Instance<typeof ApiDocumentationStore> {}
