// Who may do it with whom, drawn: types on an oval, what goes both ways beside what goes one way only.
import { observer } from "mobx-react-lite";
import { TYPE_COLOURS } from "#schemas/typeLook.ts";
import { formatNumber, Net, Panel, t, typeIconPaths, useStore } from "#web";
import { actorsOf, TARGETS, type Verb } from "../../data-types/contract.ts";
import { mayDo } from "../contract/judge.ts";
import { TypeRulesStore } from "./store.ts";

export const Picture = observer(function Picture({ verb }: { verb: Verb }) {
  const store = useStore(TypeRulesStore);
  const concerned = [...actorsOf(verb), ...TARGETS[verb]];
  const types = store.types.filter((type) => concerned.includes(type.type_category_id));
  const links = types.flatMap((from) =>
    types.filter((to) => mayDo(store.ruling, from, to, verb)).map((to) => ({ from: from.id, to: to.id })),
  );
  const isBack = ({ from, to }: { from: number; to: number }) =>
    links.some((other) => other.from === to && other.to === from);
  const between = links.filter(({ from, to }) => from !== to);
  const both = between.filter(isBack).length / 2;
  const title = t(`data-types-permissions:grid.${verb}`);
  const word = (key: string) => t(`data-types-permissions:net.${key}`);
  return (
    <Panel>
      <Net
        id="data-types-permissions.net"
        title={title}
        help={store.changed.length > 0 ? t("data-types-permissions:explain.draft") : word("help")}
        summary={t("data-types-permissions:net.summary", {
          title,
          types: formatNumber(types.length),
          both: formatNumber(both),
          one: formatNumber(between.length - 2 * both),
          own: formatNumber(links.length - between.length),
        })}
        nodes={types.map((type) => ({
          id: type.id,
          name: type.type,
          note: formatNumber(type.profiles),
          colour: TYPE_COLOURS.indexOf(type.colour),
          paths: typeIconPaths(type.icon),
        }))}
        links={links}
        words={{ both: word("both"), out: word("out"), in: word("in"), own: word("own") }}
        head={[t("data-types-permissions:column.shown"), t("data-types-permissions:column.profiles")]}
      />
    </Panel>
  );
});
