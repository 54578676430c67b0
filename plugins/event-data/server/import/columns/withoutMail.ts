// Lists of networks that give away no addresses of their members: nobody in them could be invited, or told from a namesake.
// They are known by their headings. Pure.
import type { TypeOfEvent } from "#server";
import { PARTICIPANTS } from "../../rules.ts";
import { type FileRefused, refused } from "../read/table.ts";
import { wordOf } from "./recall.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** No other list has a heading of these. */
const MEETUP_ONLY = words(
  "memberprofileurl urlofmemberprofile rsvpedon joinedgroupon lastvisitedgroupon totalrsvps rsvpedyes rsvpedno rsvpedmaybe " +
    "meetupsattended urldesmitgliederprofils urldesmitgliedsprofils gruppebeigetretenam",
);
const MEETUP = words("userid memberid rsvp rsvpon lastattended eventhost noshow benutzerid mitgliedsid mitgliederid");
/** Beside one that is unmistakable there is another. */
const MEETUP_NEEDED = 2;

const INSTAGRAM_NAMES = words("username benutzername");
const INSTAGRAM_ONLY = words(
  "followerscount followercount numberoffollowers followingcount followscount followedbyviewer",
);
const INSTAGRAM_COUNTS = words("followers following followings follower followedby abonnenten abonniert");
/** So many together are as unmistakable. */
const INSTAGRAM_NEEDED = 2;

/** Fields that tell people apart as well as an address. */
const TELLING = new Set(["email", "id", "fields.registration_id"]);

/** Fields by which people, or companies, are called. */
const NAMING = new Set(["name", "first_name", "last_name", "company_name"]);

/**
 * Throws why a list without a column of addresses is refused, where it is one of these. None of them tells the data type of a
 * line; where all of them are companies or items, these are told apart by their names.
 */
export function refuseWithoutMail(
  headings: readonly string[],
  fields: readonly (string | null)[],
  type: Pick<TypeOfEvent, "categoryId"> | undefined,
): void {
  if (type && type.categoryId !== PARTICIPANTS) return;
  const isOther = fields.some((field) => field !== null && (TELLING.has(field) || field === "type_id"));
  const why = isOther ? undefined : listOfNetwork(headings, fields);
  if (why) throw why;
}

function listOfNetwork(headings: readonly string[], fields: readonly (string | null)[]): FileRefused | undefined {
  const told = (signs: readonly string[]) => ({
    signs: signs
      .slice(0, 3)
      .map((one) => `“${one.trim()}”`)
      .join(", "),
  });
  const among = (known: ReadonlySet<string>) => headings.filter((one) => known.has(wordOf(one)));
  const sure = among(MEETUP_ONLY);
  const meetup = [...sure, ...among(MEETUP)];
  if (sure.length > 0 && meetup.length >= MEETUP_NEEDED) return refused("meetup", told(meetup));
  const [names, only] = [among(INSTAGRAM_NAMES), among(INSTAGRAM_ONLY)];
  const counts = [...only, ...among(INSTAGRAM_COUNTS)];
  if (names.length === 0 || counts.length === 0) return undefined;
  const isNamed = fields.some(
    (field, at) => field !== null && NAMING.has(field) && !names.includes(headings[at] as string),
  );
  const isSure = only.length > 0 || counts.length >= INSTAGRAM_NEEDED || !isNamed;
  return isSure ? refused("instagram", told([...names, ...counts])) : undefined;
}
