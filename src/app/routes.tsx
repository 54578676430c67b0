// The route table, made from the manifests. Every screen stands behind the guard; the frame is drawn around all of them.
import {
  createBrowserRouter,
  generatePath,
  Navigate,
  type RouteObject,
  useLocation,
  useParams,
} from "react-router-dom";
import type { RegisteredRoute } from "../kernel/plugin/registry.ts";
import type { Root } from "../kernel/store/root.ts";
import { Guard } from "./Guard.tsx";
import { LoginScreen } from "./login/LoginScreen.tsx";
import { MAIN_ROUTE } from "./mainRoute.ts";
import { ErrorScreen } from "./shell/ErrorScreen.tsx";
import { NotFound } from "./shell/NotFound.tsx";
import { Shell } from "./shell/Shell.tsx";

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** What the frame reads of the matched route. */
export interface RouteHandle {
  route: RegisteredRoute;
}

export function makeRouter({ registry }: Root): AppRouter {
  const screens = [MAIN_ROUTE, ...registry.routes].map(
    (route): RouteObject => ({
      path: route.path,
      element: <Guard route={route} />,
      handle: { route } satisfies RouteHandle,
    }),
  );
  const paths = new Map(registry.routes.map((route) => [route.id, route.path]));
  const redirects = registry.manifests
    .flatMap((manifest) => manifest.redirects ?? [])
    .map(({ from, to }): RouteObject => ({ path: from, element: <Redirect to={paths.get(to) ?? "/main"} /> }));
  return createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <ErrorScreen />,
      children: [
        {
          errorElement: <ErrorScreen />,
          children: [
            { index: true, path: "/", element: <Redirect to="/main" /> },
            { path: "/login", element: <LoginScreen /> },
            ...screens,
            ...redirects,
            { path: "*", element: <NotFound /> },
          ],
        },
      ],
    },
  ]);
}

/** A bare address of an area leads to its first page; the query goes along. */
function Redirect({ to }: { to: string }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: generatePath(to, useParams()), search }} replace />;
}
