// Saved views: whoever reads a list keeps views of their own; to share one takes a role that may change the list.
import { type Db, fieldProblem, problem, type Route, route, type Who } from "#server";
import {
  chooseThingView,
  createThingView,
  listThingViews,
  removeThingView,
  SHARING_ROLE,
  saveThingView,
  type ThingView,
} from "../../contract.ts";
import * as views from "./repository.ts";
import { refuseGoneTypes } from "./typeMerge.ts";

export const viewRoutes: Route[] = [
  route(listThingViews, async ({ db, event, query, who }) => {
    const rows = await views.listViews(db, event.id, query.list, who.id);
    const chosen = await views.findChoice(db, event.id, query.list, who.id);
    return {
      views: rows.map((row) => asView(row, who)),
      // One that is no longer shared is no longer there.
      chosen: rows.some(({ id }) => id === chosen) ? (chosen ?? null) : null,
      canShare: canShare(who),
    };
  }),

  route(createThingView, async ({ db, dialect, event, body, who }) => {
    const { list, ...values } = body;
    await refuseGoneTypes(db, dialect, event.id, body);
    if (values.shared && !canShare(who)) throw problem("event-data.view_sharing");
    const place = { event_id: event.id, list, user_id: who.id, owner: ownName(who) };
    if (await views.isNameTaken(db, place, values.name)) throw nameTaken();
    return asView(await views.createView(db, place, values), who);
  }),

  route(saveThingView, async ({ db, dialect, event, params, body, who }) => {
    const before = await mustFind(db, event.id, params.viewId, who);
    const { rev, ...change } = body;
    if (before.rev !== rev) throw problem("stale", { current: asView(before, who) });
    if (change.shared && !before.shared && !canShare(who)) throw problem("event-data.view_sharing");
    if (change.query !== undefined) await refuseGoneTypes(db, dialect, event.id, { ...before, query: change.query });
    const values = { name: before.name, shared: before.shared === 1, query: before.query, ...change };
    if (await views.isNameTaken(db, before, values.name, before.id)) throw nameTaken();
    const saved = await views.saveView(db, before, values);
    if (!saved) throw problem("stale", { current: asView(before, who) });
    return asView(saved, who);
  }),

  route(removeThingView, async ({ db, event, params, query, who }) => {
    const view = await mustFind(db, event.id, params.viewId, who);
    if (query.rev !== undefined && query.rev !== view.rev) throw problem("stale", { current: asView(view, who) });
    await views.removeView(db, view.id);
    return { done: true as const };
  }),

  route(chooseThingView, async ({ db, event, body, who }) => {
    const { list, viewId } = body;
    if (viewId !== null) {
      const view = await views.findView(db, event.id, viewId, who.id);
      if (view?.list !== list) throw gone();
    }
    await views.saveChoice(db, event.id, list, who.id, viewId);
    return { chosen: viewId };
  }),
];

/** A view that the person may change. Somebody else's private view is as if it were not there. */
async function mustFind(db: Db, eventId: number, id: number, who: Who): Promise<views.ViewRow> {
  const view = await views.findView(db, eventId, id, who.id);
  if (!view) throw gone();
  if (!canSave(view, who))
    throw problem("forbidden", {
      message: "Only its owner, or who may share views, changes this view",
      text: "event-data:gone.viewOfOthers",
    });
  return view;
}

function canShare({ accessRole }: Who): boolean {
  return accessRole <= SHARING_ROLE;
}

function canSave(view: views.ViewRow, who: Who): boolean {
  return view.user_id === who.id || (view.shared === 1 && canShare(who));
}

function asView(row: views.ViewRow, who: Who): ThingView {
  const { id, list, name, query, rev, owner } = row;
  return {
    id,
    list,
    name,
    shared: row.shared === 1,
    query,
    rev,
    mine: row.user_id === who.id,
    owner,
    canSave: canSave(row, who),
  };
}

function ownName({ firstName, lastName, email }: Who): string {
  return `${firstName} ${lastName}`.trim() || email;
}

function nameTaken() {
  return fieldProblem(
    "event-data.view_name_taken",
    "name",
    "You have a view of that name for this list",
    "event-data:problem.view_name_taken",
  );
}

function gone() {
  return problem("not_found", { message: "This view is not there any more", text: "event-data:gone.view" });
}
