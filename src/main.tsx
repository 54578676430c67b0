// The start: the log-in page where nobody is logged in, else the whole application, whose code arrives meanwhile.
import { createRoot } from "react-dom/client";
import { warmDates } from "./app/dates.ts";
import { LoginPage } from "./app/login/LoginPage.tsx";
import { loginClient } from "./app/login/loginClient.ts";
import { forgetReload, isChunkError, reloadOnce } from "./app/screens.ts";
import { StartFailure } from "./app/shell/StartFailure.tsx";
import { isAtLogin, NothingArrived, type Surroundings, surroundings } from "./app/surroundings.ts";
import { guardSinks } from "./app/trustedTypes.ts";
import { rememberWanted } from "./app/wanted.ts";
import { savedLocale } from "./kernel/i18n/setup.ts";
import { reportError, startReporting } from "./kernel/report/sentry.ts";
import { answerIn } from "./kernel/store/journey.ts";
import { readStoredUser, USER_DATA } from "./kernel/store/storedUser.ts";
import "./app/styles.ts";

guardSinks();
const place = createRoot(document.getElementById("root") as HTMLElement);

async function start(): Promise<void> {
  if (mayBeLoggedIn()) prepareApplication();
  const around = await surroundings();
  startReporting(around.settings);
  if (isAtLogin(around, location)) drawLogin(around);
  else await drawApplication(around);
}

function drawLogin(around: Surroundings): void {
  const { search } = location;
  const returned = answerIn(search);
  // What the address asks for is done once somebody is logged in.
  if (search && !returned) rememberWanted(around.tab, `/main${search}`);
  // A provider's answer is good once; it does not stay in the address.
  history.replaceState(null, "", "/login");
  const enter = () => drawApplication(around).catch(fail);
  const hear = (event: StorageEvent) => {
    if (event.key !== USER_DATA || !readStoredUser(around.local)) return;
    removeEventListener("storage", hear);
    void enter();
  };
  addEventListener("storage", hear);
  place.render(
    <LoginPage
      local={around.local}
      tab={around.tab}
      calls={loginClient(around.settings)}
      returned={returned}
      prepare={prepareApplication}
      onEntered={enter}
    />,
  );
}

/** Somebody's key in the storage: settings, texts and the application's code can come at the same time. */
function mayBeLoggedIn(): boolean {
  try {
    return localStorage.getItem(USER_DATA) !== null;
  } catch {
    return false;
  }
}

/** Brings the code ahead of its need; whoever draws it asks again and says what failed. */
function prepareApplication(): void {
  void import("./app/application.tsx").catch(() => undefined);
  void import("./app/shell/Frame.tsx").catch(() => undefined);
}

async function drawApplication(around: Surroundings): Promise<void> {
  try {
    const { application } = await import("./app/application.tsx");
    place.render(await application(around));
  } catch (error) {
    // Whoever stood at the log-in page while a new version came asks for code that is there no longer.
    if (isChunkError(error) && reloadOnce("application", around.tab, () => location.reload())) return;
    throw error;
  }
  forgetReload("application", around.tab);
  // What is painted first waits for nothing but itself.
  requestAnimationFrame(() => setTimeout(() => warmDates(savedLocale(around.local))));
}

function fail(error: unknown): void {
  reportError(error);
  const missing = error instanceof NothingArrived ? error.missing : isChunkError(error) ? "code" : undefined;
  // Code that did not arrive, or broke on the way, is brought by a page that begins anew.
  const retry = async () => (error instanceof NothingArrived ? begin() : location.reload());
  place.render(<StartFailure missing={missing} error={error} retry={retry} />);
}

const begin = () => start().catch(fail);
void begin();
