// The columns of the list, by what it holds: people have first and last names, companies and items only one.
import type { TypeCategory } from "#schemas/session.ts";
import { Avatar, countryName, countryOptions, type GridColumn, t, useLanguageRead } from "#web";
import { STATUSES, type Status, type ThingRow } from "../contract.ts";
import type { CategoryId } from "./place.ts";

const TONES: Record<Status, string> = {
  imported: "",
  invited: "chip-accent",
  active: "chip-good",
  blocked: "chip-bad",
};

/** What a status is called. */
export function statusText(status: string): string {
  return t(`event-data:status.${status}`, { defaultValue: status });
}

export function StatusChip({ status }: { status: Status }) {
  return <span className={`chip ${TONES[status]}`}>{statusText(status)}</span>;
}

function Country({ code }: { code: string }) {
  const name = useLanguageRead() ? countryName(code) : "";
  return (
    <>
      {name !== code && <span className="muted thing-code">{code}</span>}
      {name}
    </>
  );
}

/** Where pictures are, and which types are people: their pictures are round. */
export interface Pictures {
  address: (photo: string) => string;
  faces: readonly number[];
}

/** Columns for a list of one category, or of all. Times are in the event's zone. */
export function thingColumns(
  category: CategoryId | undefined,
  types: TypeCategory["types"],
  zone: string,
  pictures: Pictures,
): GridColumn<ThingRow>[] {
  const isPeople = category === 1;
  const title = (field: string) => t(`event-data:field.${field}`);
  return [
    {
      field: "name",
      title: title("name"),
      // Items are told apart by the ends of their names.
      minWidth: category === 3 ? 240 : 200,
      flex: 2,
      render: ({ name = "", photo, type_id }) => (
        <span className="thing-name">
          <Avatar
            name={name}
            src={photo ? pictures.address(photo) : undefined}
            kind={pictures.faces.includes(type_id) ? "face" : "thing"}
          />
          <bdi>{name}</bdi>
        </span>
      ),
    },
    { field: "first_name", title: title("first_name"), hidden: true },
    { field: "last_name", title: title("last_name"), hidden: !isPeople, width: 130 },
    { field: "email", title: title("email"), minWidth: 180, flex: 2, hidden: category === 3 },
    {
      field: "type_id",
      title: title("type_id"),
      kind: "choice",
      choices: types.map((type) => ({ value: type.id, label: type.type })),
      width: 150,
    },
    { field: "company_name", title: title("company_name"), minWidth: 140, flex: 1, hidden: category === 2 },
    { field: "job_title", title: title("job_title"), width: 180, hidden: !isPeople },
    {
      field: "country",
      title: title("country"),
      kind: "choice",
      blank: true,
      // To name all countries takes longer than to draw the list; only the filter needs them.
      get choices() {
        return countryOptions();
      },
      format: (value) => countryName(String(value ?? "")),
      render: (row) => <Country code={row.country ?? ""} />,
      width: 150,
    },
    {
      field: "status",
      title: title("status"),
      kind: "choice",
      choices: STATUSES.map((value) => ({ value, label: statusText(value) })),
      render: (row) => row.status && <StatusChip status={row.status} />,
      width: 120,
    },
    {
      field: "photo",
      title: title("photo"),
      kind: "choice",
      choices: [{ value: "there", label: title("hasPhoto") }],
      blank: true,
      noneName: title("noPhoto"),
      format: (value) => (value ? title("hasPhoto") : ""),
      render: ({ name = "", photo, type_id }) =>
        photo && (
          <>
            <Avatar
              name={name}
              src={pictures.address(photo)}
              kind={pictures.faces.includes(type_id) ? "face" : "thing"}
            />
            <span className="sr-only">{title("hasPhoto")}</span>
          </>
        ),
      sortable: false,
      groupable: false,
      hidden: true,
      width: 104,
    },
    { field: "updated_at", title: title("updated_at"), kind: "date", zone },
    {
      field: "created_at",
      title: title("created_at"),
      kind: "date",
      zone,
      hidden: true,
    },
    {
      field: "id",
      title: title("id"),
      kind: "number",
      summable: false,
      format: (value) => String(value ?? ""),
      width: 100,
      hidden: true,
    },
  ];
}
