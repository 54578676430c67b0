// Lists of networks that give away no addresses of their members: nobody in them could be invited, or told from a namesake.
// They are known by their headings. Pure.
import { type FileRefused, refused } from "../read/table.ts";
import { wordOf } from "./recall.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const MEETUP = words(
  "userid memberid memberprofileurl urlofmemberprofile rsvp rsvpedon rsvpon joinedgroupon lastvisitedgroupon lastattended " +
    "eventhost totalrsvps rsvpedyes rsvpedno rsvpedmaybe noshow meetupsattended benutzerid mitgliedsid mitgliederid " +
    "urldesmitgliederprofils urldesmitgliedsprofils gruppebeigetretenam",
);
/** A plain list may have one of them. */
const MEETUP_NEEDED = 2;

const INSTAGRAM_NAMES = words("username instagramusername instagramhandle instagram handle accountname benutzername");
const INSTAGRAM_COUNTS = words(
  "followers followerscount followercount numberoffollowers following followingcount followscount followings follower " +
    "followedbyviewer followedby abonnenten abonniert",
);

/** Fields that tell people apart as well as an address. */
const TELLING = new Set(["email", "id", "fields.registration_id"]);

/** Throws why a list without a column of addresses is refused, where it is one of these. */
export function refuseWithoutMail(headings: readonly string[], fields: readonly (string | null)[]): void {
  const why = fields.some((field) => field !== null && TELLING.has(field)) ? undefined : listOfNetwork(headings);
  if (why) throw why;
}

function listOfNetwork(headings: readonly string[]): FileRefused | undefined {
  const told = (signs: readonly string[]) => ({
    signs: signs
      .slice(0, 3)
      .map((one) => `“${one.trim()}”`)
      .join(", "),
  });
  const among = (known: ReadonlySet<string>) => headings.filter((one) => known.has(wordOf(one)));
  const meetup = among(MEETUP);
  if (meetup.length >= MEETUP_NEEDED) return refused("meetup", told(meetup));
  const [names, counts] = [among(INSTAGRAM_NAMES), among(INSTAGRAM_COUNTS)];
  return names.length > 0 && counts.length > 0 ? refused("instagram", told([...names, ...counts])) : undefined;
}
