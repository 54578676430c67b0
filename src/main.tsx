// The start: boot, mount.
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { boot } from "./app/boot.ts";
import { StartFailure } from "./app/shell/StartFailure.tsx";
import { reportError } from "./kernel/report/sentry.ts";
import "./app/styles.ts";

const place = createRoot(document.getElementById("root") as HTMLElement);

boot().then(
  ({ root, router }) => place.render(<App root={root} router={router} />),
  (error: unknown) => {
    reportError(error);
    place.render(<StartFailure error={error} />);
  },
);
