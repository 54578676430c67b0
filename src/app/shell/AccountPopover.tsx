// What the account button opens: profile, language, appearance, log-out. Brought with Blueprint when it is first opened.
import { Menu, MenuDivider, MenuItem, Popover } from "@blueprintjs/core";
import { observer } from "mobx-react-lite";
import { useLayoutEffect, useRef } from "react";
import { LOCALES } from "#schemas/scalars.ts";
import { languageName } from "../../kernel/i18n/formats.ts";
import { chooseLocale, currentLocale, languageTag, t } from "../../kernel/i18n/setup.ts";
import type { Density, Theme } from "../../kernel/store/theme.ts";
import { useRoot } from "../../kernel/store/useStore.ts";
import { choice } from "../../kernel/ui/choice.tsx";
import { Icon } from "../../kernel/ui/Icon.tsx";
import { logOut, person } from "../../kernel/ui/icons.ts";
import { pressOnce } from "../../kernel/ui/pressOnce.ts";
import { AccountButton } from "./AccountMenu.tsx";

const THEMES: Theme[] = ["system", "light", "dark"];
const DENSITIES: Density[] = ["normal", "compact"];

export function AccountPopover() {
  const button = useRef<HTMLButtonElement>(null);
  // Before the popover remembers to whom it gives the focus back.
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <Popover
      content={<Items />}
      placement="bottom-end"
      minimal
      shouldReturnFocusOnClose
      transitionDuration={120}
      defaultIsOpen
    >
      <AccountButton ref={button} onKeyDown={pressOnce} />
    </Popover>
  );
}

const Items = observer(function Items() {
  const { session, shell } = useRoot();
  const { user } = session;
  const name = `${user?.first_name ?? ""} ${user?.last_name ?? ""}`.trim();
  return (
    <Menu className="account-menu" aria-label={t("common:account")}>
      <li className="account-person" role="none">
        <strong>{name}</strong>
        <span>{user?.user_email}</span>
      </li>
      <MenuItem
        icon={<Icon paths={person} />}
        text={t("common:menu.profile")}
        onClick={() => shell.openDialog("profile")}
      />
      <MenuDivider title={t("common:menu.theme")} />
      {THEMES.map((theme) => (
        <MenuItem
          key={theme}
          text={t(`common:theme.${theme}`)}
          {...choice(shell.theme === theme)}
          onClick={() => shell.setTheme(theme)}
          shouldDismissPopover={false}
        />
      ))}
      <MenuDivider title={t("common:menu.density")} />
      {DENSITIES.map((density) => (
        <MenuItem
          key={density}
          text={t(`common:density.${density}`)}
          {...choice(shell.density === density)}
          onClick={() => shell.setDensity(density)}
          shouldDismissPopover={false}
        />
      ))}
      <MenuDivider title={t("common:menu.language")} />
      <Languages />
      <MenuDivider />
      <MenuItem
        icon={<Icon paths={logOut} />}
        text={t("common:menu.logout")}
        onClick={() => shell.openDialog("logout")}
      />
    </Menu>
  );
});

function Languages() {
  const { env, registry } = useRoot();
  const areas = registry.manifests.map((manifest) => manifest.id);
  return LOCALES.map((locale) => (
    <MenuItem
      key={locale}
      text={languageName(locale)}
      lang={languageTag(locale)}
      {...choice(currentLocale() === locale)}
      onClick={() => void chooseLocale(locale, env.local, areas).then(() => location.reload())}
    />
  ));
}
