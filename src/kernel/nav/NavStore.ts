// The side navigation: the served arrangement, and one computed view of it by the facts of the session.
import { type Instance, types } from "mobx-state-tree";
import { getNavigation, type Navigation } from "#schemas/core.ts";
import type { Manifest } from "#schemas/manifest.ts";
import type { TypeCategory } from "#schemas/session.ts";
import { typeName } from "#schemas/typeLook.ts";
import { addTexts, restoreTexts } from "../i18n/setup.ts";
import { env } from "../store/env.ts";
import { NO_EVENT } from "../store/ordering.ts";
import { tracked, tracking, wait } from "../store/tracked.ts";
import { actionsFor, type NavAction } from "./actions.ts";
import { arrange } from "./arrange.ts";
import { type Catalogue, catalogueOf } from "./catalogue.ts";
import type { LinkContext } from "./target.ts";
import { BROKEN, entriesOf, type NavEntryView, type NavGroupView } from "./view.ts";

/** An entry leads to all profiles of a type. */
const inPlural = (category: TypeCategory, locale: string): TypeCategory => ({
  ...category,
  types: category.types.map((one) => ({ ...one, type: typeName(one, locale, "many") })),
});

export const NavStore = types
  .model("Nav", { navigation: types.maybe(types.frozen<Navigation>()) })
  .volatile(() => ({
    catalogue: catalogueOf([]) as Catalogue,
    loading: tracking(),
    /** Routes whose code has failed in this page; their entries stay, disabled, until it is loaded anew. */
    broken: [] as readonly string[],
    stopListening: undefined as (() => void) | undefined,
    /** It has been drawn, or is not waited for any longer. */
    stands: false,
    standing: undefined as ReturnType<typeof setTimeout> | undefined,
  }))
  .views((self) => ({
    /** The entry of the open page may be one of a data type's, and what comes later among the first ones moves all below it. */
    get lacksTypes(): boolean {
      const { session } = env(self);
      return session.eventId !== NO_EVENT && !session.typeCategories;
    },
    /** Undefined until the arrangement has arrived, and app, event and its types are known: entries would lead nowhere, and groups open late. */
    get groups(): NavGroupView[] | undefined {
      const { session } = env(self);
      if (!self.navigation || session.status === "starting" || (!self.stands && this.lacksTypes)) return undefined;
      const context = {
        ...contextOf(self),
        typeCategories: session.typeCategories?.map((one) => inPlural(one, env(self).locale())),
      };
      const groups = arrange(self.navigation.config, self.catalogue, session.facts, context);
      return self.broken.length === 0 ? groups : groups.map((group) => withBroken(group, self.broken));
    },
    get entries(): NavEntryView[] {
      return entriesOf(this.groups ?? []);
    },
    /** What the areas offer to do and this person may do now, each with the address that begins it. */
    get actions(): NavAction[] {
      const { session } = env(self);
      return actionsFor(self.catalogue, (access) => session.isAllowed(access) === true, contextOf(self));
    },
    /** The outlines of an icon on a 16 by 16 field. */
    iconPaths(name: string | undefined): readonly string[] {
      return (name && self.navigation?.icons[name]) || [];
    },
  }))
  .actions((self) => ({
    setBroken(routeId: string): void {
      if (!self.broken.includes(routeId)) self.broken = [...self.broken, routeId];
    },
    stand(): void {
      self.stands = true;
    },
    learn(manifests: readonly Manifest[]): void {
      self.catalogue = catalogueOf(manifests);
    },
    load: tracked(self, "loading", function* () {
      const navigation = yield* wait(env(self).api.call(getNavigation));
      const left = namedNoLonger(self.navigation?.texts ?? [], navigation.texts);
      if (left.length > 0) yield* wait(restoreTexts(left));
      // The file may name texts that came after this page.
      for (const { locale, namespace, texts } of navigation.texts) addTexts(locale, namespace, texts);
      self.navigation = navigation;
    }),
  }))
  .actions((self) => ({
    /** Loads, and loads again whenever the file was edited on the server; what is heard while loading is compared afterwards. */
    follow(): void {
      // What does not arrive holds it up no longer.
      clearTimeout(self.standing);
      self.standing = setTimeout(() => self.stand(), MOST_MS);
      let loading: Promise<unknown> = self.load();
      self.stopListening?.();
      self.stopListening = env(self).api.listen("navigation", (revision) => {
        loading = loading.then(() => (revision === self.navigation?.revision ? undefined : self.load()));
      });
    },
    leave(): void {
      self.stopListening?.();
      self.stopListening = undefined;
      self.navigation = undefined;
      clearTimeout(self.standing);
      self.stands = false;
    },
    beforeDestroy(): void {
      self.stopListening?.();
      clearTimeout(self.standing);
    },
  }));

/** Milliseconds for which what does not arrive holds up the first drawing. */
const MOST_MS = 1500;

/** Namespaces of which one of two navigations names a text that the next one does not. */
function namedNoLonger(before: Navigation["texts"], now: Navigation["texts"]): string[] {
  const isLeft = ({ locale, namespace, texts }: Navigation["texts"][number]) => {
    const same = now.find((one) => one.locale === locale && one.namespace === namespace);
    return Object.keys(texts).some((key) => same?.texts[key] === undefined);
  };
  return [...new Set(before.filter(isLeft).map(({ namespace }) => namespace))];
}

/** What addresses are filled with now. */
function contextOf(store: object): LinkContext {
  const { session, settings, locale } = env(store);
  return {
    appId: session.appId,
    eventId: session.eventId || undefined,
    locale: locale(),
    oldDashboardUrl: settings.oldDashboardUrl,
    apiDocsUrl: settings.apiDocsUrl,
  };
}

/** The group with the entries of failed routes disabled; they keep their target, for another attempt. */
function withBroken(group: NavGroupView, broken: readonly string[]): NavGroupView {
  return {
    ...group,
    children: group.children.map((node) => {
      if (node.kind === "group") return withBroken(node, broken);
      const hasFailed = node.state === "enabled" && node.routeId !== undefined && broken.includes(node.routeId);
      return hasFailed ? { ...node, state: "disabled", reason: BROKEN } : node;
    }),
  };
}

export interface NavStoreInstance extends Instance<typeof NavStore> {}
