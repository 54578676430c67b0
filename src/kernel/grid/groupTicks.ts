// Ticks all rows of a group, by their ids: AG Grid knows those alone that are loaded, and the server no ticked groups.
import type { GridApi, IRowNode, IServerSideSelectionState } from "@ag-grid-community/core";
import type { GridRow } from "./grid.ts";
import { type GroupRow, isGroup } from "./groups.ts";
import { nameWithin } from "./rowNodes.ts";
import { type TooMany, tickRows, tooManyNamed } from "./ticks.ts";

/** How much of a group is ticked. */
export type Ticked = "none" | "some" | "all";

interface Ticking {
  /** The ids of all rows in the group at a path. */
  idsIn: (path: readonly string[]) => Promise<readonly GridRow["id"][]>;
  /** Whether a row may stand in several groups. */
  inSeveral: () => boolean;
  most: () => number;
  tooMany: (all: TooMany) => void;
  failed: (error: unknown) => void;
}

type Ticks = Pick<
  GridApi,
  | "forEachNode"
  | "getRowGroupColumns"
  | "getRowNode"
  | "getServerSideSelectionState"
  | "setNodesSelected"
  | "setServerSideSelectionState"
>;

export class GroupTicks {
  /** What the rows of a group are called that was ticked, by its path: those that are not loaded, too. */
  private readonly known = new Map<string, { path: readonly string[]; names: readonly string[] }>();
  /** In which group stands what was ticked, or was unticked there: of rows that are loaded no more nobody else could tell. */
  private readonly stands = new Map<string, readonly string[]>();
  /** How often other rows have come to match: what was asked before is of a list that is no longer shown. */
  private turn = 0;

  constructor(private readonly ticking: Ticking) {}

  /** Other rows match, or stand elsewhere. */
  forget(): void {
    this.known.clear();
    this.stands.clear();
    this.turn += 1;
  }

  /** Something was ticked: where it stands is seen for as long as it is loaded. */
  noted(api: Ticks): void {
    const { toggledNodes } = api.getServerSideSelectionState() as IServerSideSelectionState;
    const names = new Set(toggledNodes);
    for (const group of this.known.values()) for (const name of group.names) names.add(name);
    api.forEachNode(({ id, data, parent }) => {
      const path = data && id && names.has(id) ? parent?.getRoute() : undefined;
      if (path) this.stands.set(id as string, path);
    });
  }

  /** Whether a group can be ticked: what a row within groups of it is called is not known where it may stand in several. */
  canTick(api: Ticks, node: IRowNode): boolean {
    return !this.ticking.inSeveral() || node.getRoute()?.length === api.getRowGroupColumns().length;
  }

  of(api: Ticks, node: IRowNode, { group: { count } }: GroupRow): Ticked {
    const state = api.getServerSideSelectionState() as IServerSideSelectionState | null;
    const path = node.getRoute();
    if (!state || !path || count === 0) return "none";
    const among = state.toggledNodes.length === 0 ? 0 : this.toggledIn(api, node, count, new Set(state.toggledNodes));
    if (among === undefined) return "some";
    const ticked = state.selectAll ? count - among : among;
    return ticked <= 0 ? "none" : ticked < count ? "some" : "all";
  }

  /** Ticks what is not ticked of a group; of one that is ticked, takes the ticks away. */
  async toggle(api: Ticks, node: IRowNode, row: GroupRow): Promise<void> {
    const path = node.getRoute();
    if (!path || !this.canTick(api, node)) return;
    const isTicked = this.of(api, node, row) !== "all";
    const { most, tooMany, idsIn, inSeveral, failed } = this.ticking;
    const { turn } = this;
    const { count } = row.group;
    const { selectAll } = api.getServerSideSelectionState() as IServerSideSelectionState;
    if (count > most()) return tooMany({ count, isOut: selectAll && !isTicked });
    try {
      const ids = await idsIn(path);
      if (turn !== this.turn) return;
      const names = ids.map((id) => nameWithin(id, path, inSeveral()));
      const over = tooManyNamed(api, names, isTicked, most());
      if (over) return tooMany(over);
      // The last one stands last.
      this.known.delete(JSON.stringify(path));
      this.known.set(JSON.stringify(path), { path, names });
      tickRows(api, names, isTicked);
    } catch (error) {
      failed(error);
    }
  }

  /** How many rows of a group are among those; nothing where they may be all of it, and may be not. */
  private toggledIn(api: Ticks, node: IRowNode, count: number, toggled: ReadonlySet<string>): number | undefined {
    const path = node.getRoute() ?? [];
    const groups = [...this.known.values()];
    const arounds = groups.filter((group) => group.path.length < path.length && isWithin(path, group.path));
    const here = new Set<string>();
    const elsewhere = new Set<string>();
    const see = (name: string, at: readonly string[]) => {
      if (isWithin(at, path)) here.add(name);
      else if (!isWithin(path, at)) elsewhere.add(name);
    };
    for (const { path: at, names } of groups) for (const name of names) see(name, at);
    for (const [name, at] of this.stands) see(name, at);
    const loaded = arounds.length > 0 ? loadedRows(api) : [];
    for (const { name, at } of loaded) see(name, at);
    // Of the rows of a group around it, all are of this one that do not stand in another: unless others have come into it since.
    for (const { path: at, names } of arounds) {
      const left = names.filter((name) => !toggled.has(name));
      const isWhole = countAt(node, at.length) === names.length && areAmong(loaded, at, names);
      if (isWhole && left.every((name) => here.has(name) || elsewhere.has(name)))
        return count - left.filter((name) => here.has(name)).length;
    }
    let among = 0;
    for (const name of here) if (toggled.has(name)) among += 1;
    const mayBeHere = (name: string) => toggled.has(name) && !here.has(name) && !elsewhere.has(name);
    // Whoever has ticked or unticked the group itself since knows of each of them.
    const own = groups.findIndex((group) => group.path.length === path.length && isWithin(path, group.path));
    const since = arounds.filter((around) => groups.indexOf(around) > own);
    return among < count && since.some(({ names }) => names.some(mayBeHere)) ? undefined : among;
  }
}

interface Loaded {
  name: string;
  at: readonly string[];
}

function loadedRows(api: Ticks): Loaded[] {
  const loaded: Loaded[] = [];
  api.forEachNode(({ id, data, parent }) => {
    const at = data && id && !isGroup(data) ? parent?.getRoute() : undefined;
    if (at) loaded.push({ name: id as string, at });
  });
  return loaded;
}

/** Whether each row that is loaded of the group at a path is one of those. */
function areAmong(loaded: readonly Loaded[], path: readonly string[], names: readonly string[]): boolean {
  const known = new Set(names);
  return loaded.every(({ name, at }) => known.has(name) || !isWithin(at, path));
}

/** How many rows the group around another has by now, at a depth. */
function countAt(node: IRowNode, depth: number): number | undefined {
  let around = node.parent;
  while (around && around.getRoute()?.length !== depth) around = around.parent;
  return isGroup(around?.data) ? around.data.group.count : undefined;
}

const isWithin = (at: readonly string[], path: readonly string[]) => path.every((key, level) => at[level] === key);
