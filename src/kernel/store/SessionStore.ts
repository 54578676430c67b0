// Who is here, and which app and event they work with: log-in, session end and switching (specification §4).
import { flow, type Instance, types } from "mobx-state-tree";
import { type Access, isAllowed, missingFrom, type Need } from "#schemas/access.ts";
import type { Condition, Facts, Truth } from "#schemas/condition.ts";
import { getApp, logout } from "#schemas/core.ts";
import type { FlagFact } from "#schemas/manifest.ts";
import type {
  App,
  AppConfig,
  Credentials,
  DataType,
  Event,
  ManagementSettings,
  Permissions,
  TypeCategory,
  TypeInEvent,
  User,
} from "#schemas/session.ts";
import type { ApiProblem } from "../api/problem.ts";
import { env } from "./env.ts";
import { asCondition, factsFrom } from "./facts.ts";
import {
  calledInEvent,
  EVENTS_REST_MS,
  loadApp,
  loadAppOfEvent,
  loadEvent,
  loadTypeCategories,
  NOTHING_OF_APP,
  OF_APP,
  type Patch,
  placedIn,
  renewEvents,
  type SavedEvent,
} from "./loading.ts";
import {
  allowsAllEvents,
  eventAfterAppSwitch,
  NO_EVENT,
  orderEvents,
  pathAfterAppSwitch,
  pathAfterEventSwitch,
} from "./ordering.ts";
import { type Choice, choiceIn, choosing, readSelection, writeSelection } from "./selection.ts";
import { started } from "./starting.ts";
import { removeStoredUser, writeStoredUser } from "./storedUser.ts";
import { tracked, tracking, wait } from "./tracked.ts";

export const SessionStore = types
  .model("Session", {
    status: types.optional(
      types.enumeration("Status", ["starting", "anonymous", "authenticated", "unreachable"]),
      "starting",
    ),
    token: types.maybe(types.string),
    user: types.maybe(types.frozen<User>()),
    apps: types.optional(types.frozen<readonly App[]>(), []),
    appId: types.maybe(types.integer),
    eventId: types.optional(types.integer, NO_EVENT),
    events: types.maybe(types.frozen<readonly Event[]>()),
    types: types.maybe(types.frozen<readonly DataType[]>()),
    typeCategories: types.maybe(types.frozen<readonly TypeCategory[]>()),
    permissions: types.maybe(types.frozen<Permissions>()),
    config: types.maybe(types.frozen<AppConfig>()),
    managementSettings: types.maybe(types.frozen<ManagementSettings>()),
  })
  .volatile(() => ({
    flagFacts: [] as readonly FlagFact[],
    /** Counts choices of an app, so that the answers of an earlier one are dropped. */
    turn: 0,
    /** The app that the address named before it was known who is here. */
    wantedApp: undefined as number | undefined,
    /** The person left on purpose: where they were is not remembered. */
    leftOnPurpose: false,
    /** Whose session ended last on this page. */
    lastUserId: undefined as number | undefined,
    startProblem: undefined as ApiProblem | undefined,
    /** Why what the app brings could not be had. */
    loadProblem: undefined as ApiProblem | undefined,
    /** Why the types of the selected event could not be had. */
    typesProblem: undefined as ApiProblem | undefined,
    /** What has been saved and deleted of the app's events on this page: a list that was asked before may not know of it. */
    saved: [] as readonly SavedEvent[],
    /** Whether the events are all there: one that an address names may have come before them. */
    hasEvents: false,
    /** When the events were asked for last. */
    eventsAt: 0,
    loggingOut: tracking(),
    switching: tracking(),
  }))
  .views((self) => ({
    get isAuthenticated(): boolean {
      return self.status === "authenticated";
    },
    get app(): App | undefined {
      return self.apps.find((app) => app.id === self.appId);
    },
    /** Undefined when none is selected, and while the events have not arrived. */
    get event(): Event | undefined {
      return self.eventId === NO_EVENT ? undefined : self.events?.find((event) => event.id === self.eventId);
    },
    get accessRole(): number | undefined {
      return this.app?.accessRole.id;
    },
    get allowsAllEvents(): boolean {
      return allowsAllEvents(this.app);
    },
    get facts(): Facts {
      const { permissions, config, managementSettings } = self;
      const { environment } = env(self).settings;
      const event = self.eventId === NO_EVENT ? null : this.event;
      return factsFrom(
        { app: this.app, event, permissions, config, managementSettings, environment, now: env(self).now() },
        self.flagFacts,
      );
    },
    isAllowed(access: Condition | Access | undefined): Truth {
      return isAllowed(asCondition(access), this.facts);
    },
    /** What this person lacks for it: permissions and a role. */
    missingFor(access: Condition | Access | undefined): Need[] {
      return missingFrom(asCondition(access), this.facts);
    },
    /** Whether only a feature that is switched off in the app stands in the way. */
    isMissingFeature(access: Condition | Access | undefined): boolean {
      const { facts } = this;
      const flags = Object.fromEntries(Object.keys(facts.flags ?? {}).map((key) => [key, true]));
      return this.isAllowed(access) === false && isAllowed(asCondition(access), { ...facts, flags }) === true;
    },
  }))
  .actions((self) => ({
    learnFlags(flags: readonly FlagFact[]): void {
      self.flagFacts = flags;
    },
    /** What one load brought; dropped when another app has been chosen since. */
    apply(turn: number, patch: Patch): void {
      if (turn === self.turn) Object.assign(self, patch, patch.typeCategories && { typesProblem: undefined });
    },
    setUser(user: User): void {
      self.user = user;
      if (self.token) writeStoredUser(env(self).local, { user, token: self.token });
    },
    putApp(app: App): void {
      const known = self.apps.some((one) => one.id === app.id);
      self.apps = known ? self.apps.map((one) => (one.id === app.id ? app : one)) : [...self.apps, app];
    },
    knowEvent(event: Event): void {
      self.events = orderEvents([...(self.events ?? []).filter((one) => one.id !== event.id), event]);
    },
    putEvent(event: Event, appId: number | undefined): void {
      if (appId !== self.appId) return;
      self.saved = [...self.saved, event];
      this.knowEvent(event);
    },
    removeEvent(eventId: number, appId: number | undefined): void {
      if (appId !== self.appId) return;
      self.saved = [...self.saved, { id: eventId, isGone: true }];
      self.events = self.events?.filter((one) => one.id !== eventId);
      if (self.eventId === eventId) self.eventId = NO_EVENT;
    },
    failLoad(turn: number, problem: ApiProblem): void {
      if (turn === self.turn) self.loadProblem = problem;
    },
    failTypes(problem: ApiProblem): void {
      self.typesProblem = problem;
    },
    putTypes(all: readonly DataType[], ofEvent: readonly number[], appId: number | undefined): void {
      if (appId !== self.appId) return;
      self.types = all;
      const { typeCategories } = self;
      self.typeCategories = typeCategories?.map((category) => placedIn(category, all, ofEvent, env(self).locale()));
    },
    putEventTypes(types: readonly TypeInEvent[]): void {
      self.typeCategories = self.typeCategories?.map((category) =>
        calledInEvent(
          { ...category, types: types.filter((one) => one.type_category_id === category.id) },
          env(self).locale(),
        ),
      );
    },
    putManagementSettings(settings: ManagementSettings): void {
      self.managementSettings = settings;
    },
    /** Ends the session on this side; no call is made. A token that is no longer ours ends nothing. */
    end(token: string | undefined = self.token): void {
      if (self.status === "anonymous" || token !== self.token) return;
      self.turn += 1;
      const { local } = env(self);
      self.lastUserId = self.user?.user_id;
      Object.assign(self, { status: "anonymous", token: undefined, user: undefined, apps: [], appId: undefined });
      Object.assign(self, { eventId: NO_EVENT, ...NOTHING_OF_APP });
      removeStoredUser(local);
    },
    remember(): void {
      if (self.user && self.appId) {
        writeSelection(env(self), { userId: self.user.user_id, appId: self.appId, eventId: self.eventId });
      }
    },
  }))
  .actions((self) => ({
    /** Selects an event without going anywhere: an address named it, or it was chosen for the person. */
    enterEvent(eventId: number): void {
      if (eventId === self.eventId) return;
      self.eventId = eventId;
      self.typeCategories = undefined;
      self.typesProblem = undefined;
      self.remember();
      if (eventId !== NO_EVENT) void loadTypeCategories(self, env(self), eventId);
    },
    /** Asks for what of the app and its event is not there; what is stays, and so does what is drawn with it. */
    load: flow(function* (pause: number): Generator<Promise<unknown>, void, never> {
      const { turn, eventId: early } = self;
      self.loadProblem = undefined;
      self.typesProblem = undefined;
      // Known to be the event unless the app no longer has it: its types need not wait for the list of events.
      if (early !== NO_EVENT && !self.typeCategories) void loadTypeCategories(self, env(self), early);
      yield loadApp(
        self,
        env(self),
        turn,
        pause,
        OF_APP.filter((part) => self[part] === undefined || (part === "events" && !self.hasEvents)),
      );
      const app = self.app;
      if (turn !== self.turn || !app || !self.events) return;
      // The address may have opened an event while the app was still on its way.
      const isKnown = self.events.some((event) => event.id === self.eventId);
      if (!isKnown) self.eventId = eventAfterAppSwitch(app, self.events);
      self.remember();
      if (self.eventId !== NO_EVENT && self.eventId !== early) {
        void loadTypeCategories(self, env(self), self.eventId);
      }
    }),
    enter({ token, user }: Credentials): void {
      self.token = token;
      self.user = user;
      writeStoredUser(env(self).local, { user, token });
    },
  }))
  .actions((self) => ({
    enterApp(appId: number, wantedEvent?: number): Promise<unknown> {
      self.turn += 1;
      Object.assign(self, { appId, eventId: wantedEvent ?? NO_EVENT, saved: [], hasEvents: false, ...NOTHING_OF_APP });
      self.remember();
      return self.load(self.turn === 1 ? 0 : 100);
    },
  }))
  .actions((self) => ({
    /** After the apps have arrived: that of the address, else the app and event of the last time, else the first app. */
    settle(apps: readonly App[]): Promise<unknown> {
      self.apps = apps;
      self.status = "authenticated";
      self.leftOnPurpose = false;
      const chosen = self.user && readSelection(env(self), self.user.user_id);
      const find = (appId: number | undefined) => apps.find((one) => one.id === appId);
      const app = find(self.wantedApp) ?? find(chosen?.appId) ?? apps[0];
      self.wantedApp = undefined;
      if (!app) return Promise.resolve();
      return self.enterApp(app.id, chosen?.appId === app.id ? chosen.eventId || undefined : undefined);
    },
    wantApp(appId: number | undefined): void {
      self.wantedApp = appId;
    },
    fail(problem: ApiProblem): void {
      self.startProblem = problem;
      self.status = "unreachable";
    },
    switchApp: tracked(self, "switching", function* (appId: number, eventId?: number) {
      yield* wait(self.enterApp(appId, eventId));
    }),
  }))
  .actions((self) => ({
    /** Start-up: the stored token, else the one-time password of the address, else the login page. */
    start: flow((otp: string | undefined) => started(self, env(self), otp)),
    /** 1 ends this session, 2 every session of the person. */
    logout: tracked(self, "loggingOut", function* (type: 1 | 2) {
      const { api, go } = env(self);
      yield* wait(api.call(logout, { body: { type } }));
      self.leftOnPurpose = true;
      self.end();
      go("/login");
      return true;
    }),
    /** Switches the app, with every consequence of specification §4, once the way to its first page has been allowed. */
    selectApp(appId: number): void {
      const app = self.apps.find((one) => one.id === appId);
      if (app) env(self).go(pathAfterAppSwitch(app.accessRole.id), choosing({ appId }));
    },
    /** Switches the event likewise; 0 stands for none. Where it leads nowhere nothing is left, and it is switched at once. */
    selectEvent(eventId: number): void {
      const path = self.accessRole === undefined ? undefined : pathAfterEventSwitch(self.accessRole, eventId);
      if (path) env(self).go(path, choosing({ eventId }));
      else self.enterEvent(eventId);
    },
    /** Takes the choice with which the page that is open now was gone to, else the app that its address names. */
    follow(state: unknown, named?: number): void {
      const { appId, eventId } = choiceIn(state);
      if (appId !== undefined) void self.switchApp(appId, eventId || undefined);
      else if (eventId !== undefined) self.enterEvent(eventId);
      else if (named !== undefined) this.comeBack({ appId: named });
    },
    /** Takes the app and event with which a page was seen; who is in that app already keeps the event. */
    comeBack({ appId, eventId }: Choice): void {
      const isOther = appId !== self.appId && self.apps.some((one) => one.id === appId);
      if (appId !== undefined && isOther) void self.switchApp(appId, eventId || undefined);
    },
    /** The selected app, asked again because its token is missing; answers the token. */
    retrieveAppToken: flow(function* (appId: number): Generator<Promise<unknown>, string | undefined, never> {
      const app = (yield env(self).api.call(getApp, { params: { appId } })) as unknown as App;
      self.putApp(app);
      return app.token;
    }),
    /**
     * Whether an event of the address may be opened: selects it, asking the server for one the list does not hold. An answer
     * that comes when another app is chosen, or when it is not wanted any more, selects nothing. It throws where there is none.
     */
    openEvent: flow(function* (
      eventId: number,
      isWanted: () => boolean = () => true,
    ): Generator<Promise<unknown>, boolean, never> {
      if (self.events?.some((event) => event.id === eventId)) {
        self.enterEvent(eventId);
        return true;
      }
      const turn = self.turn;
      const event = (yield loadEvent(env(self), eventId)) as unknown as Event | undefined;
      if (!event || turn !== self.turn || !isWanted()) return false;
      self.knowEvent(event);
      self.enterEvent(eventId);
      return true;
    }),
    /** Another of the person's apps that has this event. It throws where nobody said so. */
    appOfEvent: flow(function* (eventId: number): Generator<Promise<unknown>, number | undefined, never> {
      const appId = (yield loadAppOfEvent(env(self), eventId)) as unknown as number | undefined;
      if (appId === undefined || appId === self.appId) return undefined;
      // They may have become a member since the apps were asked for.
      if (!self.apps.some((one) => one.id === appId)) {
        self.putApp((yield env(self).api.call(getApp, { params: { appId } })) as unknown as App);
      }
      return appId;
    }),
    /** Asks once more for what failed. */
    reload(): Promise<unknown> {
      return self.load(0);
    },
    reloadTypes(): Promise<void> {
      return loadTypeCategories(self, env(self), self.eventId);
    },
    /** Asks once more which events there are, as a colleague may have made one; not more often than somebody could notice. */
    async renewEvents(): Promise<void> {
      const at = env(self).now().getTime();
      if (!self.events || at - self.eventsAt < EVENTS_REST_MS) return;
      self.eventsAt = at;
      await renewEvents(self, env(self));
    },
  }));

export interface SessionStoreInstance extends Instance<typeof SessionStore> {}
