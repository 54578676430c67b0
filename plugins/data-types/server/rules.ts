// Decisions about data types; pure.
import { plainLabels, TYPE_COLOURS, TYPE_ICONS } from "#schemas/typeLook.ts";
import { fieldProblem, fold, problem, type TypeRow } from "#server";
import { type TypeChange, type TypeDraft, VERBS } from "../contract.ts";
import type { TypeFacts } from "../offers.ts";

type Definition = Omit<TypeFacts, "type" | "type_category_id">;

const MOST = 100;
const PICTURE = { 1: TYPE_ICONS[0], 2: "office", 3: "cube" } as const;

/** A type as it is kept, with what is missing of its definition. */
export function factsOf({ type, type_category_id, definition }: TypeRow): TypeFacts {
  const category = type_category_id as TypeFacts["type_category_id"];
  const kept = JSON.parse(definition) as Partial<Definition>;
  return {
    type,
    type_category_id: category,
    labels: kept.labels ?? {},
    icon: kept.icon ?? PICTURE[category],
    colour: kept.colour ?? TYPE_COLOURS[0],
    defaults: kept.defaults ?? null,
  };
}

/** How facts are written. */
export function asColumns({ type, type_category_id, labels, icon, colour, defaults }: TypeFacts) {
  return { type, type_category_id, definition: JSON.stringify({ labels, icon, colour, defaults }) };
}

/** A new type, named differently from the others. */
export function asNew(draft: TypeDraft, others: readonly TypeRow[]): TypeFacts {
  if (others.length >= MOST) throw problem("data-types.too_many");
  const { type, type_category_id, labels = {}, icon, colour = TYPE_COLOURS[0], defaults = null } = draft;
  const facts = { type, type_category_id, labels, icon: icon ?? PICTURE[type_category_id], colour, defaults };
  return settle(facts, others);
}

/** A changed type. One that is needed stays in its category: what needs it depends on that. */
export function asChanged(
  current: TypeRow,
  { rev: _, ...change }: TypeChange,
  others: readonly TypeRow[],
  needs: number,
): TypeFacts {
  const before = factsOf(current);
  const facts = settle({ ...before, ...change }, others);
  if (facts.type_category_id !== before.type_category_id && needs > 0) {
    throw problem("data-types.category_held", {
      fields: {
        type_category_id: `${needs} profiles, fields or rules need it as it is; make a new data type and move them there`,
      },
      reasons: { type_category_id: { text: "data-types:problem.categoryNeeded", values: { count: needs } } },
    });
  }
  return facts;
}

/** Refuses a pair of which one cannot become the other: what names a type depends on its category. */
export function mustMerge(from: TypeRow, to: TypeRow): void {
  if (from.id === to.id) throw problem("data-types.merge_itself");
  if (from.type_category_id !== to.type_category_id) throw problem("data-types.merge_category");
  if (to.archived_at) throw problem("data-types.merge_archived");
}

function settle(facts: TypeFacts, others: readonly TypeRow[]): TypeFacts {
  const type = plain(facts.type);
  if (others.some((other) => fold(other.type) === fold(type))) {
    throw fieldProblem("data-types.name_taken", "type", "Choose another name", "problem:field.nameTaken");
  }
  return { ...facts, type, labels: plainLabels(facts.labels), defaults: tidyDefaults(facts.defaults) };
}

function tidyDefaults(defaults: TypeFacts["defaults"]): TypeFacts["defaults"] {
  if (!defaults) return null;
  const said = VERBS.flatMap((verb) => {
    const categories = defaults[verb];
    return categories ? [[verb, [...categories].sort((a, b) => a - b)] as const] : [];
  });
  return said.length > 0 ? Object.fromEntries(said) : null;
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
