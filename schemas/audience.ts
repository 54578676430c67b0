// Who is meant: sets of audiences, exactly. A set is a decision diagram over role, permissions, flags, event, environment and date.
import {
  type Audience,
  audienceWith,
  costOf,
  plainest,
  type Variable,
  valueIn,
  variablesOf,
} from "./audienceVariables.ts";
import type { Condition } from "./condition.ts";

/** A set of audiences, by the number of its diagram. Equal sets have equal numbers. */
export type AudienceSet = number;
export const NOBODY: AudienceSet = 0;
export const EVERYBODY: AudienceSet = 1;

/** A part of an audience set: for some variables (by their place) the values that are meant. Others do not matter. */
export type Cube = Map<number, number[]>;

/** All audiences that some conditions can tell apart, and sets of them. */
export class Universe {
  readonly variables: Variable[];
  private nodes: { variable: number; children: number[] }[] = [];
  private known = new Map<string, number>();
  private combined = new Map<string, number>();
  private asked = new WeakMap<Condition, AudienceSet>();
  private places: Record<string, number> = {};

  constructor(conditions: Iterable<Condition | undefined>) {
    this.variables = variablesOf(conditions);
    const end = this.variables.length;
    this.nodes.push({ variable: end, children: [] }, { variable: end, children: [] });
    this.variables.forEach((variable, at) => {
      this.places["key" in variable ? `${variable.kind}:${variable.key}` : variable.kind] = at;
    });
  }

  /** Those for whom a condition holds, with all facts known. Asked again about the same condition it remembers. */
  set(condition: Condition | undefined): AudienceSet {
    if (condition === undefined) return EVERYBODY;
    let found = this.asked.get(condition);
    if (found === undefined) {
      found = this.workOut(condition);
      this.asked.set(condition, found);
    }
    return found;
  }

  private workOut(condition: Condition): AudienceSet {
    if ("all" in condition) return condition.all.reduce((set, part) => this.and(set, this.set(part)), EVERYBODY);
    if ("any" in condition) return condition.any.reduce((set, part) => this.or(set, this.set(part)), NOBODY);
    if ("not" in condition) return this.not(this.set(condition.not));
    if ("permission" in condition)
      return condition.permission.length === 0 ? EVERYBODY : this.anyOf(condition.permission);
    if ("accessRole" in condition) return this.where("role", (last) => (last as number) <= condition.accessRole);
    if ("flag" in condition) return this.where(`flag:${condition.flag}`, (on) => on === true);
    if ("event" in condition) return this.where("event", (event) => event !== null);
    if ("eventFormat" in condition)
      return this.where("event", (event) => (event as Audience["event"])?.format === condition.eventFormat);
    if ("eventPhase" in condition)
      return this.where("event", (event) => (event as Audience["event"])?.phase === condition.eventPhase);
    if ("environment" in condition) return this.where("environment", (value) => value === condition.environment);
    if ("from" in condition) return this.where("today", (first) => (first as string) >= condition.from);
    return this.where("today", (first) => (first as string) <= condition.until);
  }

  private anyOf(keys: readonly string[]): AudienceSet {
    return keys.reduce(
      (set, key) =>
        this.or(
          set,
          this.where(`permission:${key}`, (held) => held === true),
        ),
      NOBODY,
    );
  }

  /** Those whose value of one variable passes a test; a variable nobody asks about does not exist, and then everybody does. */
  where(name: string, test: (value: unknown) => boolean): AudienceSet {
    const at = this.places[name];
    if (at === undefined) return EVERYBODY;
    return this.node(
      at,
      (this.variables[at] as Variable).values.map((value) => (test(value) ? EVERYBODY : NOBODY)),
    );
  }

  /** Those of exactly one role id. */
  role(id: number): AudienceSet {
    const at = this.places.role;
    if (at === undefined) return EVERYBODY;
    const bounds = (this.variables[at] as Variable).values as number[];
    const class_ = bounds.findIndex((last) => id <= last);
    return this.where("role", (last) => last === bounds[class_]);
  }

  /** Those of one day. */
  day(today: string): AudienceSet {
    const at = this.places.today;
    if (at === undefined) return EVERYBODY;
    const starts = (this.variables[at] as Variable).values as string[];
    const start = starts.findLast((first) => first <= today);
    return this.where("today", (first) => first === start);
  }

  /** Those of a day or a later one. */
  from(today: string): AudienceSet {
    const at = this.places.today;
    if (at === undefined) return EVERYBODY;
    const starts = (this.variables[at] as Variable).values as string[];
    const start = starts.findLast((first) => first <= today) as string;
    return this.where("today", (first) => (first as string) >= start);
  }

  /** The role ids of a set, whatever else is asked. */
  rolesOf(set: AudienceSet): AudienceSet {
    const node = this.at(set);
    if (this.variables[node.variable]?.kind !== "role") return set === NOBODY ? NOBODY : EVERYBODY;
    return this.node(
      node.variable,
      node.children.map((child) => (child === NOBODY ? NOBODY : EVERYBODY)),
    );
  }

  /** Somebody of a set for whom there is a stronger role that, all else equal, is not in it. */
  weakerOnly(set: AudienceSet): { weaker: Audience; stronger: number } | undefined {
    const node = this.at(set);
    const variable = this.variables[node.variable];
    if (variable?.kind !== "role") return undefined;
    for (let weak = 1; weak < node.children.length; weak += 1) {
      for (let strong = 0; strong < weak; strong += 1) {
        const only = this.minus(node.children[weak] as number, node.children[strong] as number);
        const weaker = this.simplest(only);
        if (weaker)
          return {
            weaker: { ...weaker, accessRole: variable.values[weak] as number },
            stronger: variable.values[strong] as number,
          };
      }
    }
    return undefined;
  }

  and(a: AudienceSet, b: AudienceSet): AudienceSet {
    if (a === NOBODY || b === NOBODY) return NOBODY;
    if (a === EVERYBODY || a === b) return b;
    if (b === EVERYBODY) return a;
    return this.combine("&", Math.min(a, b), Math.max(a, b), (x, y) => this.and(x, y));
  }

  not(a: AudienceSet): AudienceSet {
    if (a <= 1) return 1 - a;
    return this.combine("!", a, a, (x) => this.not(x));
  }

  or(a: AudienceSet, b: AudienceSet): AudienceSet {
    return this.not(this.and(this.not(a), this.not(b)));
  }

  minus(a: AudienceSet, b: AudienceSet): AudienceSet {
    return this.and(a, this.not(b));
  }

  private combine(tag: string, a: number, b: number, of: (x: number, y: number) => number): number {
    const key = `${tag}${a},${b}`;
    const before = this.combined.get(key);
    if (before !== undefined) return before;
    const variable = Math.min(this.at(a).variable, this.at(b).variable);
    const size = (this.variables[variable] as Variable).values.length;
    const children = Array.from({ length: size }, (_, value) =>
      of(this.child(a, variable, value), this.child(b, variable, value)),
    );
    const result = this.node(variable, children);
    this.combined.set(key, result);
    return result;
  }

  private at(set: AudienceSet): { variable: number; children: number[] } {
    return this.nodes[set] as { variable: number; children: number[] };
  }

  private child(set: AudienceSet, variable: number, value: number): AudienceSet {
    const node = this.at(set);
    return node.variable === variable ? (node.children[value] as number) : set;
  }

  private node(variable: number, children: number[]): AudienceSet {
    if (children.every((child) => child === children[0])) return children[0] as number;
    const key = `${variable}:${children.join(",")}`;
    let found = this.known.get(key);
    if (found === undefined) {
      found = this.nodes.push({ variable, children }) - 1;
      this.known.set(key, found);
    }
    return found;
  }

  /** Whether an audience is in the set. */
  has(set: AudienceSet, audience: Audience): boolean {
    let at = set;
    while (at > 1) {
      const { variable, children } = this.at(at);
      at = children[valueIn(this.variables[variable] as Variable, audience)] as number;
    }
    return at === EVERYBODY;
  }

  /** The simplest audience of a set: the fewest permissions and flags, no event where none is needed, the weakest role. */
  simplest(set: AudienceSet): Audience | undefined {
    if (set === NOBODY) return undefined;
    const path = this.cheapest(set, new Map());
    return this.audienceOf((place) => path?.values.get(place));
  }

  private cheapest(set: AudienceSet, seen: Map<number, Path | undefined>): Path | undefined {
    if (set === NOBODY) return undefined;
    if (set === EVERYBODY) return { cost: 0, values: new Map() };
    if (seen.has(set)) return seen.get(set);
    const { variable, children } = this.at(set);
    let best: Path | undefined;
    children.forEach((child, value) => {
      const rest = this.cheapest(child, seen);
      if (!rest) return;
      const cost = rest.cost + costOf(this.variables[variable] as Variable, value);
      if (!best || cost < best.cost) best = { cost, values: new Map(rest.values).set(variable, value) };
    });
    seen.set(set, best);
    return best;
  }

  /** What must change about an audience so that it is in a set: the fewest facts, and the nearest values. Undefined: nothing helps. */
  nearest(set: AudienceSet, audience: Audience): { variable: Variable; value: number }[] | undefined {
    const now = this.variables.map((variable) => valueIn(variable, audience));
    const seen = new Map<number, Path | undefined>();
    const search = (at: AudienceSet): Path | undefined => {
      if (at === NOBODY) return undefined;
      if (at === EVERYBODY) return { cost: 0, values: new Map() };
      if (seen.has(at)) return seen.get(at);
      const { variable, children } = this.at(at);
      const here = now[variable] as number;
      let best: Path | undefined;
      children.forEach((child, value) => {
        const rest = search(child);
        if (!rest) return;
        const cost = rest.cost + (value === here ? 0 : 1 + Math.abs(value - here) * 0.0001);
        if (!best || cost < best.cost)
          best = { cost, values: value === here ? rest.values : new Map(rest.values).set(variable, value) };
      });
      seen.set(at, best);
      return best;
    };
    const path = search(set);
    return (
      path &&
      [...path.values]
        .sort(([a], [b]) => a - b)
        .map(([place, value]) => ({ variable: this.variables[place] as Variable, value }))
    );
  }

  /** The set of those of one role id, with the role taken for granted. */
  forRole(set: AudienceSet, id: number): AudienceSet {
    const node = this.at(set);
    const variable = this.variables[node.variable];
    if (variable?.kind !== "role") return set;
    return node.children[variable.values.findIndex((last) => id <= last)] as number;
  }

  /** The set with the day taken for granted: those who are in it on some day. */
  anyDay(set: AudienceSet): AudienceSet {
    const at = this.places.today;
    if (at === undefined || set <= 1) return set;
    const node = this.at(set);
    if (node.variable === at) return node.children.reduce((all, child) => this.or(all, child), NOBODY);
    return this.node(
      node.variable,
      node.children.map((child) => this.anyDay(child)),
    );
  }

  /** The first days on which something may change. */
  get days(): string[] {
    const at = this.places.today;
    return at === undefined ? [] : ((this.variables[at] as Variable).values as string[]).slice(1);
  }

  /** The audience that has these values; a variable without one takes its plainest. */
  audienceOf(value: (place: number) => number | undefined): Audience {
    return audienceWith(this.variables.map((variable, place) => [variable, value(place) ?? plainest(variable)]));
  }

  /** The set as the union of few, wide parts: what a person would say. */
  describe(set: AudienceSet): Cube[] {
    const primes = new Map<string, { cube: Cube; set: AudienceSet }>();
    for (const path of this.paths(set, 64)) {
      const cube = this.widen(path, set);
      const made = this.ofCube(cube);
      primes.set(String(made), { cube, set: made });
    }
    return this.smallestCover(set, [...primes.values()]);
  }

  private *paths(set: AudienceSet, limit: number): Generator<Cube> {
    let left = set;
    for (let count = 0; left !== NOBODY && count < limit; count += 1) {
      const path = this.cheapest(left, new Map());
      const cube: Cube = new Map([...(path?.values ?? [])].map(([place, value]) => [place, [value]]));
      yield cube;
      left = this.minus(left, this.ofCube(this.widen(cube, set)));
    }
  }

  /** Drops every variable that does not matter, and takes in every value that may stand as well. */
  private widen(cube: Cube, set: AudienceSet): Cube {
    const wide = new Map(cube);
    const within = (candidate: Cube) => this.minus(this.ofCube(candidate), set) === NOBODY;
    for (const place of [...wide.keys()].reverse()) {
      const without = new Map(wide);
      without.delete(place);
      if (within(without)) {
        wide.delete(place);
        continue;
      }
      (this.variables[place] as Variable).values.forEach((_, value) => {
        const values = wide.get(place) as number[];
        if (values.includes(value)) return;
        const more = new Map(wide).set(
          place,
          [...values, value].sort((a, b) => a - b),
        );
        if (within(more)) wide.set(place, more.get(place) as number[]);
      });
    }
    return wide;
  }

  /** Those whom a part means. */
  ofCube(cube: Cube): AudienceSet {
    let set = EVERYBODY;
    for (const [place, values] of cube) {
      const size = (this.variables[place] as Variable).values.length;
      set = this.and(
        set,
        this.node(
          place,
          Array.from({ length: size }, (_, value) => (values.includes(value) ? EVERYBODY : NOBODY)),
        ),
      );
    }
    return set;
  }

  private smallestCover(set: AudienceSet, primes: { cube: Cube; set: AudienceSet }[]): Cube[] {
    let kept = primes;
    for (const candidate of [...primes].sort((a, b) => b.cube.size - a.cube.size)) {
      const others = kept.filter((prime) => prime !== candidate);
      const union = others.reduce((all, prime) => this.or(all, prime.set), NOBODY);
      if (this.minus(set, union) === NOBODY) kept = others;
    }
    return kept.map((prime) => prime.cube);
  }
}

interface Path {
  cost: number;
  values: Map<number, number>;
}
