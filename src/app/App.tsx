// Everything that is drawn: the tree of stores, the router, the toasts.
import { useEffect } from "react";
import { RouterProvider } from "react-router-dom";
import type { Root } from "../kernel/store/root.ts";
import { RootContext } from "../kernel/store/useStore.ts";
import { Toasts } from "../kernel/ui/Toasts.tsx";
import type { AppRouter } from "./routes.tsx";

export function App({ root, router }: { root: Root; router: AppRouter }) {
  useEffect(() => {
    let { key } = router.state.location;
    // Before the new page is drawn; what was visited earlier chooses nothing.
    return router.subscribe(({ location, historyAction }) => {
      if (location.key === key) return;
      key = location.key;
      if (historyAction !== "POP") root.session.follow(location.state);
    });
  }, [root, router]);
  return (
    <RootContext.Provider value={root}>
      <RouterProvider router={router} />
      <Toasts />
    </RootContext.Provider>
  );
}
