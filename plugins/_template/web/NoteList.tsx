// The notes, newest first, as a grid.
import { useMemo } from "react";
import { DataGrid, formatDateTime, type GridColumn, t } from "#web";
import type { TemplateNote } from "../contract.ts";

interface Props {
  notes: readonly TemplateNote[];
  openId: number | undefined;
  onOpen: (note: TemplateNote) => void;
}

export function NoteList({ notes, openId, onOpen }: Props) {
  const columns = useMemo(noteColumns, []);
  return <DataGrid title={t("template:title")} rows={notes} columns={columns} openId={openId} onOpen={onOpen} />;
}

function noteColumns(): GridColumn<TemplateNote>[] {
  return [
    { field: "text", title: t("template:field.text"), flex: 1 },
    {
      field: "updated_at",
      title: t("template:field.updated_at"),
      kind: "date",
      width: 180,
      format: (value) => formatDateTime(String(value)),
    },
  ];
}
