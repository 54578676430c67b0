// Everything that is drawn: the tree of stores, the router, the toasts.
import { RouterProvider } from "react-router-dom";
import type { Root } from "../kernel/store/root.ts";
import { RootContext } from "../kernel/store/useStore.ts";
import { Toasts } from "../kernel/ui/Toasts.tsx";
import type { AppRouter } from "./routes.tsx";

export function App({ root, router }: { root: Root; router: AppRouter }) {
  return (
    <RootContext.Provider value={root}>
      <RouterProvider router={router} />
      <Toasts />
    </RootContext.Provider>
  );
}
