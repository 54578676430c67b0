// Everything that is drawn: the tree of stores, the router, the toasts.
import { useEffect } from "react";
import { RouterProvider } from "react-router-dom";
import type { Root } from "../kernel/store/root.ts";
import { RootContext } from "../kernel/store/useStore.ts";
import { Toasts } from "../kernel/ui/Toasts.tsx";
import { followPlaces } from "./places.ts";
import type { AppRouter } from "./routes.tsx";

export function App({ root, router }: { root: Root; router: AppRouter }) {
  useEffect(() => followPlaces(root, router), [root, router]);
  return (
    <RootContext.Provider value={root}>
      <RouterProvider router={router} />
      <Toasts />
    </RootContext.Provider>
  );
}
