// The columns of the links of a kind.
import { Link as Way } from "react-router-dom";
import { formatDateTime, type GridColumn, t } from "#web";
import { LINK_SOURCES, type Link } from "../contract.ts";

const SIDES = ["from", "to"] as const;

/** Who stands at an end, told apart from others of the name by their company. The list's own way leads to the first; here is one to the other. */
export function endColumn(side: (typeof SIDES)[number], title: string, eventId: number): GridColumn<Link> {
  const textOf = (link: Link) => {
    const { name, company_name } = link[side];
    return company_name && company_name !== name ? `${name} (${company_name})` : name;
  };
  const way = (link: Link) => (
    <Way to={`/event-data/${eventId}/profile/${link[side].id}`} className="linked-profile" dir="auto">
      {textOf(link)}
    </Way>
  );
  return {
    field: side,
    title,
    minWidth: 130,
    flex: 1,
    value: (link) => link[side].name,
    format: (_, link) => textOf(link),
    ...(side === "to" && { render: way }),
    filterable: false,
  };
}

export const SOURCE = (): GridColumn<Link> => ({
  field: "source",
  title: t("relationships:column.source"),
  kind: "choice",
  choices: LINK_SOURCES.map((value) => ({ value, label: t(`relationships:source.${value}`) })),
  width: 110,
  sortable: false,
});

export const LINKED_ON = (zone = "UTC"): GridColumn<Link> => ({
  field: "created_at",
  title: t("relationships:column.created_at"),
  kind: "date",
  zone,
  format: (value) => formatDateTime(String(value), zone),
  width: 170,
  sortable: false,
  hidden: true,
});
