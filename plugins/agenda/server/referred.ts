// Names of stages and tracks for the history, of which older lines hold the ids.
import { namesIn, type Referred } from "#server";

export const referredStages: Referred = { fields: ["stage_id"], names: namesIn("agenda_stage") };
export const referredTracks: Referred = { fields: ["track_id"], names: namesIn("agenda_track") };
