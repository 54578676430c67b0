// The whole application, as one element to draw.
import type { ReactElement } from "react";
import { App } from "./App.tsx";
import { boot } from "./boot.ts";
import type { Surroundings } from "./surroundings.ts";

export function application(around: Surroundings): ReactElement {
  return <App {...boot(around)} />;
}
