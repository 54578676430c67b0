// Gathers the commands of a moment: pages, events, apps, actions and settings that this person may use now.
import { publicNetworkingAddress } from "#schemas/networkingPage.ts";
import { LOCALES } from "#schemas/scalars.ts";
import { languageName } from "../../kernel/i18n/formats.ts";
import { chooseLocale, currentLocale, t } from "../../kernel/i18n/setup.ts";
import type { NavEntryView } from "../../kernel/nav/view.ts";
import { canViewEvent, identifiersText, NO_EVENT } from "../../kernel/store/ordering.ts";
import type { Root } from "../../kernel/store/root.ts";
import type { Density, Theme } from "../../kernel/store/theme.ts";
import { copy, lock, logOut, openOutside, person } from "../../kernel/ui/icons.ts";
import { activeEntryId } from "../shell/activeEntry.ts";
import { type Command, pageCommands } from "./commands.ts";

/** Where the events of an app stand. */
const EVENTS = "/event-home";
const EVENT_ICON = "calendar";
const LEGACY_DELAY_MS = 250;
const THEMES: Theme[] = ["system", "light", "dark"];
const DENSITIES: Density[] = ["normal", "compact"];

export function commandsOf(root: Root): Command[] {
  return [...pages(root), ...events(root), ...apps(root), ...areaActions(root), ...actions(root), ...settings(root)];
}

/** Whether an id is that of the page or the row that is open, or of the event that is selected. */
export function isHere({ nav, session, shell }: Root, id: string): boolean {
  const [pathname = "", search = ""] = (shell.place ?? `${location.pathname}${location.search}`).split(/(?=\?)/);
  const active = activeEntryId(nav.groups ?? [], pathname, search);
  return id === `page:${active}` || id === `event:${session.eventId}` || id === shell.openRow;
}

function pages({ nav, env }: Root): Command[] {
  const open = ({ target }: NavEntryView): void => {
    if (target?.kind === "route") env.go(target.href);
    else if (target) setTimeout(() => location.assign(target.href), target.kind === "legacy" ? LEGACY_DELAY_MS : 0);
  };
  const start: Command = { id: "page:main", kind: "page", label: t("common:main.title"), run: () => env.go("/main") };
  return [...pageCommands(nav.groups ?? [], { t, icon: (name) => nav.iconPaths(name), open }), start];
}

function events({ session, nav }: Root): Command[] {
  const icon = nav.iconPaths(EVENT_ICON);
  const archived = t("common:picker.archived");
  const all: Command[] =
    session.allowsAllEvents && session.eventId !== NO_EVENT
      ? [
          {
            id: "event:0",
            kind: "event",
            label: t("common:picker.all"),
            icon,
            run: () => session.selectEvent(NO_EVENT),
          },
        ]
      : [];
  const listed = (session.events ?? []).map(
    (event): Command => ({
      id: `event:${event.id}`,
      kind: "event",
      label: event.dropdownName,
      note: event.active === 1 ? undefined : archived,
      icon,
      run: () => session.selectEvent(event.id),
    }),
  );
  return [...listed, ...all];
}

/** Leads on to the list where more events match than are listed; it is of words that nobody keeps. */
export function allEvents({ session, registry, env }: Root, typed: string): Command[] {
  const words = typed.trim();
  const route = registry.routes.find(({ path }) => path === EVENTS);
  if (!route || session.isAllowed(route.access) !== true) return [];
  // The session holds archived events only of whoever may open all.
  const query = new URLSearchParams({ ...(session.allowsAllEvents && { show: "all" }), q: words });
  const path = `${EVENTS}?${query}`;
  return [{ id: "all:events", kind: "found", label: t("palette:all", { words }), path, run: () => env.go(path) }];
}

function apps({ session }: Root): Command[] {
  return session.apps
    .filter((app) => app.id !== session.appId)
    .map((app) => ({ id: `app:${app.id}`, kind: "app", label: app.name, run: () => session.selectApp(app.id) }));
}

function areaActions({ nav, env }: Root): Command[] {
  return nav.actions.map(
    ({ id, label, icon, href, title, kind }): Command => ({
      id: `action:${id}`,
      kind: kind ?? "action",
      label: t(label),
      note: kind === "setting" ? t(title) : undefined,
      icon: nav.iconPaths(icon),
      path: href,
      run: () => env.go(href),
    }),
  );
}

function actions({ session, shell, notices, env }: Root): Command[] {
  const { appId, event, eventId } = session;
  const made: Command[] = [
    {
      id: "action:profile",
      kind: "action",
      label: t("palette:action.profile"),
      icon: person,
      run: () => shell.openDialog("profile"),
    },
    {
      id: "action:password",
      kind: "action",
      label: t("palette:action.password"),
      icon: lock,
      run: () => shell.openDialog("profile", "password"),
    },
    {
      id: "action:keys",
      kind: "action",
      label: t("palette:action.keys"),
      keys: "?",
      run: () => shell.openDialog("shortcuts"),
    },
    {
      id: "action:logout",
      kind: "action",
      label: t("common:menu.logout"),
      icon: logOut,
      run: () => shell.openDialog("logout"),
    },
  ];
  const { publicNetworkingUrl } = env.settings;
  if (event && canViewEvent(event) && publicNetworkingUrl !== "") {
    const address = publicNetworkingAddress(publicNetworkingUrl, event);
    const run = () => void window.open(address, "_blank", "noopener");
    made.unshift({ id: "action:view", kind: "action", label: t("common:viewEvent"), icon: openOutside, run });
  }
  if (appId !== undefined) {
    const text = identifiersText(appId, eventId);
    const run = () =>
      void navigator.clipboard.writeText(text).then(
        () => notices.success(t("common:copied", { text })),
        () => notices.error(`${t("common:copyFailed")}: ${text}`),
      );
    made.unshift({
      id: "action:copy",
      kind: "action",
      label: t("common:copyIdentifiers"),
      note: text,
      icon: copy,
      run,
    });
  }
  return made;
}

function settings({ shell, env, registry }: Root): Command[] {
  const areas = registry.manifests.map((manifest) => manifest.id);
  const themes = THEMES.filter((theme) => theme !== shell.theme).map(
    (theme): Command => ({
      id: `setting:theme-${theme}`,
      kind: "setting",
      label: `${t("common:menu.theme")}: ${t(`common:theme.${theme}`)}`,
      run: () => shell.setTheme(theme),
    }),
  );
  const densities = DENSITIES.filter((density) => density !== shell.density).map(
    (density): Command => ({
      id: `setting:density-${density}`,
      kind: "setting",
      label: `${t("common:menu.density")}: ${t(`common:density.${density}`)}`,
      run: () => shell.setDensity(density),
    }),
  );
  const languages = LOCALES.filter((locale) => locale !== currentLocale()).map(
    (locale): Command => ({
      id: `setting:locale-${locale}`,
      kind: "setting",
      label: `${t("common:menu.language")}: ${languageName(locale)}`,
      run: () => void chooseLocale(locale, env.local, areas).then(() => location.reload()),
    }),
  );
  return [...themes, ...densities, ...languages];
}
