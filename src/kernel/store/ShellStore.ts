// What the frame remembers: open groups, the open dialog, theme and density, work that covers the page.
import { type Instance, types } from "mobx-state-tree";
import { env } from "./env.ts";
import { DENSITY, type Density, THEME, type Theme } from "./theme.ts";

const GROUPS = "groups";

export const ShellStore = types
  .model("Shell", {
    openGroups: types.optional(types.frozen<Readonly<Record<string, boolean>>>(), {}),
    theme: types.optional(types.enumeration("Theme", ["system", "light", "dark"]), "system"),
    density: types.optional(types.enumeration("Density", ["normal", "compact"]), "normal"),
  })
  .volatile(() => ({
    /** Name of the open dialog: `logout`, or one that an area offers, such as `profile`. */
    dialog: undefined as string | undefined,
    /** The part of it that is shown first, such as a tab. */
    dialogPart: undefined as string | undefined,
    loads: 0,
    /** The address that stands for the page in the side navigation, where a page names another than its own. */
    place: undefined as string | undefined,
    /** What the palette calls the row that is open beside its list, or on its page. */
    openRow: undefined as string | undefined,
  }))
  .actions((self) => ({
    afterCreate(): void {
      const { local } = env(self);
      const groups = local.read(GROUPS);
      if (typeof groups === "object" && groups !== null) self.openGroups = groups as Record<string, boolean>;
      const theme = local.text(THEME);
      if (theme === "light" || theme === "dark") self.theme = theme;
      if (local.text(DENSITY) === "compact") self.density = "compact";
    },
    setGroupOpen(id: string, isOpen: boolean): void {
      self.openGroups = { ...self.openGroups, [id]: isOpen };
      env(self).local.write(GROUPS, self.openGroups);
    },
    setTheme(theme: Theme): void {
      self.theme = theme;
      if (theme === "system") env(self).local.remove(THEME);
      else env(self).local.write(THEME, theme);
    },
    setDensity(density: Density): void {
      self.density = density;
      if (density === "normal") env(self).local.remove(DENSITY);
      else env(self).local.write(DENSITY, density);
    },
    /** Opens a dialog by its name, at one of its parts. */
    openDialog(name: string, part?: string): void {
      self.dialog = name;
      self.dialogPart = part;
    },
    closeDialog(): void {
      self.dialog = undefined;
    },
    setPlace(address: string | undefined): void {
      self.place = address;
    },
    showRow(id: string): void {
      self.openRow = id;
    },
    /** Another may be open by now. */
    leaveRow(id: string): void {
      if (self.openRow === id) self.openRow = undefined;
    },
    beginLoad(): void {
      self.loads += 1;
    },
    endLoad(): void {
      self.loads = Math.max(0, self.loads - 1);
    },
  }));

export interface ShellStoreInstance extends Instance<typeof ShellStore> {}
