// The start: the log-in page where nobody is logged in, else the whole application, whose code arrives meanwhile.
import { createRoot } from "react-dom/client";
import { LoginPage } from "./app/login/LoginPage.tsx";
import { loginClient } from "./app/login/loginClient.ts";
import { StartFailure } from "./app/shell/StartFailure.tsx";
import { isAtLogin, type Surroundings, surroundings } from "./app/surroundings.ts";
import { reportError, startReporting } from "./kernel/report/sentry.ts";
import { readStoredUser, USER_DATA } from "./kernel/store/storedUser.ts";
import "./app/styles.ts";

const place = createRoot(document.getElementById("root") as HTMLElement);

async function start(): Promise<void> {
  const around = await surroundings();
  startReporting(around.settings);
  if (isAtLogin(around, location)) drawLogin(around);
  else await drawApplication(around);
}

function drawLogin(around: Surroundings): void {
  history.replaceState(null, "", "/login");
  const enter = () => drawApplication(around).catch(fail);
  const hear = (event: StorageEvent) => {
    if (event.key !== USER_DATA || !readStoredUser(around.local)) return;
    removeEventListener("storage", hear);
    void enter();
  };
  addEventListener("storage", hear);
  const prepare = () => void import("./app/application.tsx").catch(() => undefined);
  place.render(<LoginPage local={around.local} call={loginClient(around.settings)} prepare={prepare} onEntered={enter} />);
}

async function drawApplication(around: Surroundings): Promise<void> {
  const { application } = await import("./app/application.tsx");
  place.render(application(around));
}

function fail(error: unknown): void {
  reportError(error);
  place.render(<StartFailure error={error} />);
}

start().catch(fail);
