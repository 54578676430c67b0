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
  private readonly known = new Map<string, readonly string[]>();
  /** How often other rows have come to match: what was asked before is of a list that is no longer shown. */
  private turn = 0;

  constructor(private readonly ticking: Ticking) {}

  /** Other rows match, or stand elsewhere. */
  forget(): void {
    this.known.clear();
    this.turn += 1;
  }

  /** Whether a group can be ticked: what a row within groups of it is called is not known where it may stand in several. */
  canTick(api: Ticks, node: IRowNode): boolean {
    return !this.ticking.inSeveral() || node.getRoute()?.length === api.getRowGroupColumns().length;
  }

  of(api: Ticks, node: IRowNode, { group: { count } }: GroupRow): Ticked {
    const state = api.getServerSideSelectionState() as IServerSideSelectionState | null;
    const path = node.getRoute();
    if (!state || !path || count === 0) return "none";
    const toggled = new Set(state.toggledNodes);
    const names = toggled.size === 0 ? new Set<string>() : this.namesIn(api, path);
    let among = 0;
    for (const name of names) if (toggled.has(name)) among += 1;
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
      this.known.set(JSON.stringify(path), names);
      tickRows(api, names, isTicked);
    } catch (error) {
      failed(error);
    }
  }

  /** What rows in a group are called, as far as that is known. */
  private namesIn(api: Ticks, path: readonly string[]): Set<string> {
    const isWithin = (other: readonly string[]) => path.every((key, at) => other[at] === key);
    const names = new Set<string>();
    for (const [of, all] of this.known) if (isWithin(JSON.parse(of))) for (const name of all) names.add(name);
    api.forEachNode((row) => {
      if (row.data && !isGroup(row.data) && row.id && row.parent && isWithin(row.parent.getRoute() ?? []))
        names.add(row.id);
    });
    return names;
  }
}
