// Names for the history of stages and tracks, of which older lines hold the ids, and of the speakers of a removed session.
import { namesIn, type Referred } from "#server";

export const referredStages: Referred = { fields: ["stage_id"], names: namesIn("agenda_stage") };
export const referredTracks: Referred = { fields: ["track_id"], names: namesIn("agenda_track") };
export const referredSpeakers: Referred = { fields: ["speaker_ids"], names: namesIn("agenda_speaker") };
