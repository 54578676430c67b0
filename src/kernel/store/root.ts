// The root of what moves: session, navigation, notices and frame in one tree, and beside it a store for each area that is used.
import { createAtom } from "mobx";
import { destroy, type IAnyModelType, type IAnyStateTreeNode, type Instance, types } from "mobx-state-tree";
import { NavStore, type NavStoreInstance } from "../nav/NavStore.ts";
import type { Registry } from "../plugin/registry.ts";
import type { Env } from "./env.ts";
import { NoticesStore, type NoticesStoreInstance } from "./NoticesStore.ts";
import { SessionStore, type SessionStoreInstance } from "./SessionStore.ts";
import { ShellStore, type ShellStoreInstance } from "./ShellStore.ts";

/** What the environment is before the tree exists: session and notices are parts of the tree. */
export type EnvParts = Omit<Env, "session" | "notices">;

const RootStore = types.model("Root", {
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
  /** The store of an area, by its model: made with its first use, so that its code comes with the screen that uses it. */
  areaStore<Model extends IAnyModelType>(model: Model): Instance<Model>;
  /** Makes the areas' stores new: what they hold belongs to an app or person that has been left. */
  renewAreas(): void;
}

/** Builds the tree from the frozen registry. `complete` adds what itself needs the tree, such as the client. */
export function buildRoot(registry: Registry, parts: EnvParts, complete?: (env: Env) => void): Root {
  const env = { ...parts } as Env;
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
    ...areaStores(env),
  };
}

/** Every store is a tree of its own with the surroundings of all: areas refer to each other's data by ids, never by nodes. */
function areaStores(env: Env): Pick<Root, "areaStore" | "renewAreas"> {
  const stores = new Map<IAnyModelType, IAnyStateTreeNode>();
  const renewed = createAtom("areas");
  return {
    areaStore(model) {
      renewed.reportObserved();
      if (!stores.has(model)) stores.set(model, model.create({}, env));
      return stores.get(model) as Instance<typeof model>;
    },
    renewAreas() {
      const before = [...stores.values()];
      stores.clear();
      renewed.reportChanged();
      for (const store of before) destroy(store);
    },
  };
}
