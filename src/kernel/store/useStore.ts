// How components reach stores: by model, typed by the model.
import type { IAnyModelType, Instance } from "mobx-state-tree";
import { createContext, useContext } from "react";
import type { Env } from "./env.ts";
import type { Root } from "./root.ts";
import type { SessionStoreInstance } from "./SessionStore.ts";

export const RootContext = createContext<Root | undefined>(undefined);

/** The whole tree; for the frame. Areas use `useStore`. */
export function useRoot(): Root {
  const root = useContext(RootContext);
  if (!root) throw new Error("No root: the component stands outside of the application");
  return root;
}

/**
 * The store of this area. The component must be an `observer` to repaint with it.
 * @example
 * export const AgendaScreen = observer(function AgendaScreen() {
 *   const agenda = useStore(AgendaStore);
 */
export function useStore<Model extends IAnyModelType>(model: Model): Instance<Model> {
  return useRoot().areaStore(model);
}

/** The session: user, app, event, permissions and `isAllowed`. Observable. */
export function useSession(): SessionStoreInstance {
  return useRoot().session;
}

/** The surroundings: api, notices, t, settings, for what is too small for a store. */
export function useEnv(): Env {
  return useRoot().env;
}
