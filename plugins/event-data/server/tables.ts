// Column types of this area's tables.
import type { Generated } from "kysely";

export type EventDataTables = {
  event_data_thing: ThingTable;
  event_data_thing_tally: TallyTable;
  event_data_version: VersionTable;
  event_data_field: FieldTable;
  event_data_listed: ListedTable;
  event_data_answer: AnswerTable;
  event_data_complete: CompleteTable;
  event_data_asked: AskedTable;
  event_data_view: ViewTable;
  event_data_view_choice: ViewChoiceTable;
  event_data_import_column: ImportColumnTable;
  event_data_act: ActTable;
  event_data_undo: UndoTable;
  event_data_photo: PhotoTable;
  event_data_file: FileTable;
  event_data_travel: TravelTable;
  event_data_held: HeldTable;
};

/** Pictures and files that the undoing of a merge needs. */
export type HeldTable = {
  /** Of whose profile they were. */
  thing_id: number;
  name: string;
  event_id: number;
  until: string;
};

export type ThingTable = {
  id: Generated<number>;
  event_id: number;
  type_id: number;
  rev: Generated<number>;
  first_name: string;
  last_name: string;
  name: string;
  email: string;
  company_name: string;
  job_title: string;
  country: string;
  status: string;
  created_at: string;
  updated_at: string;
  /** The name of its picture. */
  photo: Generated<string | null>;
  /** Where it came from, see `SOURCES`; null for those of before that was kept, until it is looked up. */
  source: Generated<string | null>;
  /** JSON object of the event's own fields. */
  fields: string;
  /** JSON object of those texts among them, folded, that do not fold plainly; null where all do. */
  folded: Generated<string | null>;
  /** The texts folded, as they are compared and sorted. */
  first_name_key: string;
  last_name_key: string;
  name_key: string;
  email_key: string;
  company_name_key: string;
  job_title_key: string;
  country_key: string;
  /** Folded words of name, e-mail and company, for full-text search. */
  search: string;
  /** The answer to the field of that key, as text. */
  registration: string | null;
};

/** How many profiles there are of each type, status and country; triggers keep it. */
export type TallyTable = {
  event_id: number;
  type_id: number;
  status: string;
  country: string;
  country_key: string;
  count: number;
};

/** Counts the changes of an event's profiles, so that a count of them is known to be still true. */
export type VersionTable = {
  event_id: number;
  version: number;
};

/** Definitions of fields. */
export type FieldTable = {
  id: Generated<number>;
  app_id: number;
  /** 0 for a field that several events of the app share. */
  event_id: number;
  key: string;
  kind: string;
  /** JSON of what the columns do not hold: labels, options, limits and the like. */
  definition: string;
  position: number;
  archived_at: string | null;
  rev: Generated<number>;
  created_at: string;
  updated_at: string;
};

/** A saved view of a list. */
export type ViewTable = {
  id: Generated<number>;
  event_id: number;
  list: string;
  user_id: number;
  owner: string;
  name: string;
  name_key: string;
  shared: number;
  query: string;
  rev: Generated<number>;
};

/** The view with which a list opens for a person. */
export type ViewChoiceTable = {
  event_id: number;
  list: string;
  user_id: number;
  view_id: number;
};

/** Which column of a file was which field the last time. */
export type ImportColumnTable = {
  event_id: number;
  /** Tells files of other headings apart; empty for what was chosen before they were. */
  shape: string;
  /** Folded, letters and figures only. */
  heading: string;
  /** Among the columns of this heading, from 0 on. */
  nth: number;
  field: string | null;
  chosen_at: string;
};

/** An act on many profiles that can be undone until a time. */
export type ActTable = {
  job_id: number;
  event_id: number;
  /** JSON of what was done. */
  act: string;
  until: string;
  undone_at: string | null;
};

/** A profile as it was before an act. */
export type UndoTable = {
  job_id: number;
  thing_id: number;
  /** Its revision after the act; 0 when it was taken out. */
  rev: number;
  /** JSON. */
  before: string;
};

/** Pictures of profiles, under names that nobody can guess. */
export type PhotoTable = {
  photo: string;
  media_type: string;
  bytes: Buffer;
  created_at: string;
  /** Since when no profile names it. */
  left_at: string | null;
};

/** Files that answer fields, under names that nobody can guess. */
export type FileTable = {
  file: string;
  event_id: number;
  field_id: number;
  name: string;
  media_type: string;
  bytes: Buffer;
  created_at: string;
  /** Since when no answer names it. */
  left_at: string | null;
};

/** Answers that are on their way to the same people's profiles in other events. */
export type TravelTable = {
  id: Generated<number>;
  app_id: number;
  /** Where they were given. */
  event_id: number;
  /** JSON of who gave which; null for everybody of the event who may lack some. */
  people: string | null;
  /** JSON of the keys of the fields that have come to be asked there; null where people gave answers, or came. */
  asked: string | null;
  /** When: what was saved in other events since may have been answered there anew. */
  at: string;
  /** Of everybody, those with ids up to this one are done. */
  after: Generated<number>;
};

/** A field that an event's lists are sorted and grouped by. */
export type ListedTable = {
  event_id: number;
  /** Of the order of files by what they are called it is negative; the other one is by what they are kept under. */
  field_id: number;
  key: string;
  /** The key as a path of JSON. */
  path: string;
  /** How texts are compared: 0 as they are, 1 folded, 2 so by what a file is called. */
  folds: number;
  /** 0 while the answers that were there before are being put in. */
  ready: number;
};

/** An answer to such a field in the order of lists; triggers keep it. Without an answer the number is -1e308 and the text empty. */
export type AnswerTable = {
  of_event: number;
  of_field: number;
  answer_number: number;
  answer_text: string;
  thing_id: number;
  of_type: number;
  of_status: string;
  of_country: string;
};

/** A line by which it is kept how complete an event's profiles are: shares stand among the answers, under its number. */
export type CompleteTable = {
  event_id: number;
  line: number;
  /** What is hidden from this role is not asked. */
  level: number;
  /** 0 while it is being filled, -1 while it is being taken away. */
  ready: number;
};

/** What such a line asks. */
export type AskedTable = {
  event_id: number;
  line: number;
  /** 0 for all types. */
  of_type: number;
  key: string;
  /** The key as a path of JSON. */
  path: string;
};
