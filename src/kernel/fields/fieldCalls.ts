// How an area asks for its fields: its calls come with its page, and its store is there on all pages.
import type { LastFieldAct } from "#schemas/fieldActs.ts";
import type { Doubles, FieldRestoring, FieldUse, OptionOrder } from "#schemas/fieldEndpoints.ts";
import type { KindOrder } from "#schemas/fieldKind.ts";
import type { FieldMention } from "#schemas/fieldMentions.ts";
import type { Misfits } from "#schemas/fieldMisfits.ts";
import type { Field, FieldChange, FieldDraft, FieldLimits } from "#schemas/fields.ts";
import type { FieldsTaken, FieldTaking } from "#schemas/fieldTaking.ts";
import type { UsualAnswer, UsualOrder } from "#schemas/fieldUsual.ts";
import type { ApiClient } from "../api/client.ts";

export type Started = Promise<{ job: { id: number } }>;
type Place = { id: number };

/** How an area asks for its fields. `eventId` is 0 where several events share them. */
export interface FieldCalls {
  list: (api: ApiClient, eventId: number) => Promise<readonly Field[]>;
  count: (api: ApiClient, eventId: number) => Promise<{ keys: readonly FieldUse[] }>;
  create: (api: ApiClient, eventId: number, body: FieldDraft) => Promise<Field>;
  save: (api: ApiClient, eventId: number, fieldId: number, body: FieldChange) => Promise<Field>;
  doubles: (api: ApiClient, eventId: number, fieldId: number) => Promise<Doubles>;
  misfits: (api: ApiClient, eventId: number, fieldId: number, limits: FieldLimits) => Promise<Misfits>;
  mentions: (api: ApiClient, eventId: number, fieldId: number) => Promise<readonly FieldMention[]>;
  order: (api: ApiClient, eventId: number, fields: Place[]) => Promise<readonly Field[]>;
  archive: (api: ApiClient, eventId: number, fieldId: number, rev: number) => Promise<Field>;
  restore: (api: ApiClient, eventId: number, fieldId: number, body: FieldRestoring) => Promise<Field>;
  replaceOption: (api: ApiClient, eventId: number, fieldId: number, option: string, body: OptionOrder) => Started;
  undoOption: (api: ApiClient, eventId: number, fieldId: number, jobId: number) => Started;
  changeKind: (api: ApiClient, eventId: number, fieldId: number, body: KindOrder) => Started;
  undoKind: (api: ApiClient, eventId: number, fieldId: number, jobId: number) => Started;
  remove: (api: ApiClient, eventId: number, fieldId: number, rev: number) => Started;
  /** What can still be undone. */
  last: (api: ApiClient, eventId: number) => Promise<LastFieldAct | null>;
  /** Where fields of several events are made, and answers made the same in all of them. */
  undoPromotion?: (api: ApiClient, jobId: number) => Started;
  undoSettling?: (api: ApiClient, fieldId: number, jobId: number) => Started;
  /** Where fields can be added that profiles usually have. */
  addUsual?: (api: ApiClient, eventId: number, fields: UsualOrder) => Promise<UsualAnswer>;
  /** Where fields of another event can be taken. */
  take?: (api: ApiClient, eventId: number, body: FieldTaking) => Promise<FieldsTaken>;
}

/** Calls that come when the first of them is made: only the page of an area needs them, and its store is there on all pages. */
export function whenAsked(load: () => Promise<{ calls: FieldCalls }>): Required<FieldCalls> {
  const call =
    (name: keyof FieldCalls) =>
    async (...of: readonly unknown[]) => {
      const { calls } = await load();
      return (calls[name] as (...of: readonly unknown[]) => Promise<unknown>)(...of);
    };
  return new Proxy({} as Required<FieldCalls>, { get: (_, name) => call(name as keyof FieldCalls) });
}
