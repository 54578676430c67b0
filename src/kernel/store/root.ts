// The one tree: session, navigation, notices, frame, and one store for each area that has one. Complete before it is created.
import { type IAnyModelType, type Instance, types } from "mobx-state-tree";
import { NavStore, type NavStoreInstance } from "../nav/NavStore.ts";
import type { Registry } from "../plugin/registry.ts";
import type { Env } from "./env.ts";
import { NoticesStore, type NoticesStoreInstance } from "./NoticesStore.ts";
import { SessionStore, type SessionStoreInstance } from "./SessionStore.ts";
import { ShellStore, type ShellStoreInstance } from "./ShellStore.ts";

/** What the environment is before the tree exists: session and notices are parts of the tree. */
export type EnvParts = Omit<Env, "session" | "notices">;

const HouseStore = types.model("House", {
  session: types.optional(SessionStore, {}),
  nav: types.optional(NavStore, {}),
  notices: types.optional(NoticesStore, {}),
  shell: types.optional(ShellStore, {}),
});

/** The root of everything that moves. */
export interface Root {
  readonly session: SessionStoreInstance;
  readonly nav: NavStoreInstance;
  readonly notices: NoticesStoreInstance;
  readonly shell: ShellStoreInstance;
  readonly registry: Registry;
  readonly env: Env;
  /** The store of an area, by its model. */
  areaStore<Model extends IAnyModelType>(model: Model): Instance<Model>;
  /** Makes the areas' stores new: what they hold belongs to an app or person that has been left. */
  renewAreas(): void;
}

/** Builds the tree from the frozen registry. `complete` adds what itself needs the tree, such as the client. */
export function buildRoot(registry: Registry, parts: EnvParts, complete?: (env: Env) => void): Root {
  const env = { ...parts } as Env;
  const stores = registry.faces.flatMap((face) => (face.store ? [[face.id, face.store] as const] : []));
  const idOf = new Map<IAnyModelType, string>(stores.map(([id, store]) => [store, id]));
  const Areas = types.model(
    "Areas",
    Object.fromEntries(stores.map(([id, store]) => [id, types.optional(store as IAnyModelType, {})])),
  );
  const RootStore = types
    .compose("Root", HouseStore, types.model({ areas: types.optional(Areas, {}) }))
    .actions((self) => ({
      renewAreas(): void {
        self.areas = Areas.create({}, env) as typeof self.areas;
      },
    }));
  const tree = RootStore.create({}, env);
  env.session = tree.session;
  env.notices = tree.notices;
  tree.session.learnFlags(registry.flags);
  tree.nav.learn(registry.manifests);
  complete?.(env);
  return {
    session: tree.session,
    nav: tree.nav,
    notices: tree.notices,
    shell: tree.shell,
    registry,
    env,
    renewAreas: () => tree.renewAreas(),
    areaStore(model) {
      const id = idOf.get(model);
      if (!id) throw new Error(`No area offers the store "${model.name}"; is it named in its web face?`);
      return (tree.areas as unknown as Record<string, Instance<typeof model>>)[id] as Instance<typeof model>;
    },
  };
}
