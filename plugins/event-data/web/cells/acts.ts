// What follows from a change in a cell: the row shows it, the panel beside learns of it, and who made it hears whether it was saved.

import type { RefObject } from "react";
import { useMemo } from "react";
import { type Env, type GridHandle, t, useEnv, useStore } from "#web";
import type { Thing, ThingRow } from "../../contract.ts";
import { changeOf } from "../conflict.ts";
import { EventDataStore, type EventDataStoreInstance } from "../store.ts";
import { fieldLabel } from "../valueText.ts";
import { type CellEdit, CellsStore, type CellsStoreInstance, type Heard, valuesOf } from "./store.ts";

/** The list in which cells are edited. */
export interface CellsOf {
  eventId: number;
  grid: RefObject<GridHandle<ThingRow>>;
  onOpen: (id: number) => void;
}

interface Acts extends Heard {
  undo: () => void;
  /** Shows both values side by side in the profile's panel; false where a form there would lose what was typed. */
  compare: (edit: CellEdit) => boolean;
}

let toast = 0;

/** The changes in cells, kept from the first editor on: lists are shown before anybody edits them. */
export function cellsOf(store: EventDataStoreInstance, env: Env): CellsStoreInstance {
  if (!store.cells) store.keepCells(CellsStore.create({}, env));
  return store.cells as CellsStoreInstance;
}

export function cellActs(store: EventDataStoreInstance, env: Env, list: CellsOf): Acts {
  const { notices } = env;
  const { grid, onOpen } = list;
  const cells = cellsOf(store, env);
  const named = ({ field, row }: Pick<CellEdit, "field" | "row">) => ({
    field: fieldLabel(store.questions.fields, field),
    name: row.name,
  });
  const acts: Acts = {
    shown(row) {
      const stands = grid.current?.row(row.id);
      // What has been saved elsewhere meanwhile is newer.
      if (stands) grid.current?.replace(stands.rev > row.rev ? { ...stands } : row);
    },
    saved(edit, thing) {
      // Who types into its form, or chooses between two values, goes on with what that began with.
      if (store.thing?.id === thing.id && store.drafting !== thing.id && !store.conflict) store.put(thing);
      notices.dismiss(toast);
      const action = { label: t("event-data:cells.undo"), run: acts.undo };
      const told = cells.last ? { action } : {};
      toast = notices.success(t("event-data:cells.saved", named({ ...edit, row: thing })), told);
    },
    failed(edit) {
      if (edit.problem?.silent) return;
      if (edit.problem?.code === "stale" && store.drafting === undefined && acts.compare(edit)) return;
      // Nobody is called away from what they are doing: the list says it, too.
      const { activeElement } = document;
      const isThere = activeElement === document.body || activeElement?.closest(".ag-root") != null;
      if (isThere && !cells.open) grid.current?.edit(edit.row.id, edit.field);
    },
    compare(edit) {
      const { row, field, value, problem, ahead } = edit;
      if (store.drafting === row.id) return false;
      const theirs = problem?.current as Thing;
      const change = changeOf(row, valuesOf(field, value));
      store.meet({ base: row, theirs, change, cell: field, ...(ahead && { ahead }) });
      grid.current?.replace(cells.composed(theirs));
      onOpen(row.id);
      return true;
    },
    undo() {
      const { last } = cells;
      if (!last || last.eventId !== list.eventId) return;
      cells.note(undefined);
      notices.dismiss(toast);
      const { row, field, before } = last;
      const now = grid.current?.row(row.id) as Thing | undefined;
      const heard: Heard = {
        ...acts,
        saved: (edit, thing) => {
          acts.saved(edit, thing);
          cells.note(undefined);
          notices.dismiss(toast);
          toast = notices.success(t("event-data:cells.undone", named({ field, row: thing })));
        },
      };
      cells.change({ eventId: list.eventId, row, now, field, value: before }, heard);
    },
  };
  return acts;
}

export function useCellActs(list: CellsOf): Acts {
  const store = useStore(EventDataStore);
  const env = useEnv();
  const { eventId, grid, onOpen } = list;
  return useMemo(() => cellActs(store, env, { eventId, grid, onOpen }), [store, env, eventId, grid, onOpen]);
}
