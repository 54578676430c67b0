// The description of the API, asked once.
import { type Instance, types } from "mobx-state-tree";
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { env, tracked, tracking, wait } from "#web";
import type { Listed, Openapi } from "./openapi.ts";

/** The document itself; it is a file, not a reply with `data`. */
const getOpenapi = endpoint({
  name: "getOpenapi",
  method: "GET",
  path: "/openapi.json",
  summary: "The description of every endpoint",
  access: "public",
  reply: Type.Unknown(),
  replyType: "application/json",
});

export const ApiDocumentationStore = types
  .model("ApiDocumentation", { endpoints: types.maybe(types.frozen<readonly Listed[]>()) })
  .volatile(() => ({ loading: tracking() }))
  .actions((self) => ({
    load: tracked(self, "loading", function* () {
      const file = (yield* wait(env(self).api.call(getOpenapi))) as unknown as Blob;
      // It is read where it is shown, and not by every page.
      const { endpointsIn } = yield* wait(import("./openapi.ts"));
      self.endpoints = endpointsIn(JSON.parse(yield* wait(file.text())) as Openapi);
    }),
  }));

export interface ApiDocumentationStoreInstance extends Instance<typeof ApiDocumentationStore> {}
