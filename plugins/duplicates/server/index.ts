// The server face of this area.
import { askedAgain, type DemoContext, defineServerPlugin, telling } from "#server";
import {
  type ComingBack,
  type PartOf,
  profileColumnsKey,
  type ThingFollower,
  type ThingMerger,
  thingFollowerKey,
  thingMergerKey,
} from "../../event-data/offers.ts";
import { searchDuplicates } from "../contract.ts";
import { PAIRS, sayAnew, sayOfGone, type Taken, unsayOfGone } from "./chain.ts";
import { pairColumns } from "./columns.ts";
import { eraseMerges, moveRevs, tidyMerges } from "./merges.ts";
import { holdStanding, mergeTwo, unmergeTwo } from "./mergeTwo.ts";
import { duplicates } from "./migrations/0001_duplicates.ts";
import { registration } from "./migrations/0002_registration.ts";
import { hidden } from "./migrations/0003_hidden.ts";
import { mine } from "./migrations/0004_mine.ts";
import { counted } from "./migrations/0005_counted.ts";
import { mailboxes } from "./migrations/0006_mailboxes.ts";
import { comeTogether } from "./migrations/0007_come_together.ts";
import { phones } from "./migrations/0008_phones.ts";
import { alone } from "./migrations/0009_alone.ts";
import { long } from "./migrations/0010_long.ts";
import { unfinished } from "./migrations/0011_unfinished.ts";
import { crowded } from "./migrations/0012_crowded.ts";
import { byEnds } from "./migrations/0014_by_ends.ts";
import { numbers } from "./migrations/0015_numbers.ts";
import { otherOf, passOn, takeBack } from "./passedOn.ts";
import { firstApart, putAbout, takeAbout } from "./repository.ts";
import { routes } from "./routes.ts";
import { keysOf } from "./rules.ts";
import { SEARCH_JOB, searchEvent, searchJob, thingsOf } from "./search.ts";
import { asSearchedNow, searchedBy } from "./searches.ts";
import { tells } from "./tells.ts";

type About = Awaited<ReturnType<typeof takeAbout>>;

/** What is kept, as it may stand by the fields of today. Keys by others are made anew by the next search. */
function asOfToday({ pairs, keys, by }: Taken, today: string): About {
  return by === undefined || by === today ? { pairs, keys } : { pairs: asSearchedNow(pairs, by, today), keys: [] };
}

/** What is kept, without pairs of which one has gone. */
async function aboutThose({ pairs, keys }: About, thereOf: ComingBack["there"]): Promise<About> {
  if (pairs.length === 0) return { pairs, keys };
  const there = await thereOf([...new Set(pairs.flatMap(({ one_id, other_id }) => [one_id, other_id]))]);
  return { pairs: pairs.filter(({ one_id, other_id }) => there.has(one_id) && there.has(other_id)), keys };
}

/** Suspicions about a profile that is no more are no more either; of whom it was kept apart, the one that it goes into is too. */
const suspicions: ThingFollower = {
  label: PAIRS,
  count: async () => 0,
  move: async (db, eventId, from, to) => {
    const about = await takeAbout(db, eventId, [from]);
    const passed = await passOn(db, eventId, about.pairs, from, to);
    const kept: Taken = { ...about, by: await searchedBy(db, eventId), passed };
    return { count: 0, left: [], kept };
  },
  moveBack: async (db, eventId, from, to, kept, offered) => {
    const { passed = { added: [], turned: [] } } = kept as Taken;
    const about = asOfToday(kept as Taken, await searchedBy(db, eventId));
    const others = about.pairs.map((pair) => otherOf(pair, from));
    const named = await thingsOf(offered).named(db, eventId, [from, ...others, ...passed.added, ...passed.turned]);
    const there = new Set(named.map(({ id }) => id));
    const isGone = (id: number) => !there.has(id);
    await takeBack(db, eventId, to, passed);
    const further = await unsayOfGone(db, eventId, to, {
      added: passed.added.filter(isGone),
      turned: passed.turned.filter(isGone),
    });
    await putAbout(db, await aboutThose(about, async () => there));
    await sayOfGone(
      db,
      eventId,
      from,
      about.pairs.filter((pair) => isGone(otherOf(pair, from))),
    );
    const out = [...[...passed.added, ...passed.turned].map((other) => [to, other] as const), ...further];
    const areThere = async (two: readonly number[]) =>
      (await thingsOf(offered).named(db, eventId, [...two])).length === two.length;
    await sayAnew(db, eventId, out, areThere);
    return [];
  },
  drop: async (db, eventId, ids) => {
    const { pairs, keys } = await takeAbout(db, eventId, ids);
    const leaving = new Set(ids);
    const by = await searchedBy(db, eventId);
    return [
      ...pairs.map(
        (pair): PartOf => [leaving.has(pair.one_id) ? pair.one_id : pair.other_id, { pairs: [pair], keys: [], by }],
      ),
      ...keys.map((key): PartOf => [key.thing_id, { pairs: [], keys: [key], by }]),
    ];
  },
  putBack: async (db, eventId, kept, { there }) => {
    const today = await searchedBy(db, eventId);
    const all = (kept as Taken[]).map((part) => asOfToday(part, today));
    const about = { pairs: all.flatMap(({ pairs }) => pairs), keys: all.flatMap(({ keys }) => keys) };
    await putAbout(db, await aboutThose(about, there));
    return [];
  },
  forget: async (db, dialect, eventId, gone, offered) => {
    const ids = gone.map(({ id }) => id);
    const others = await eraseMerges(db, dialect, eventId, ids);
    await holdStanding({ db, dialect, event: { id: eventId }, offered }, others);
  },
};

const merger: ThingMerger = {
  keyOf: (by, thing, isPerson) => {
    const keys = keysOf(thing, isPerson);
    // Addresses such as info@ belong to many companies' profiles at once; there the name has to be the same too.
    return by === "mail" && keys.mail && !isPerson ? keys.name && `${keys.mail}|${keys.name}` : keys[by];
  },
  apart: firstApart,
  merge: mergeTwo,
  unmerge: unmergeTwo,
  returned: moveRevs,
};

export default defineServerPlugin({
  id: "duplicates",
  routes,
  tidy: tidyMerges,
  migrations: [
    duplicates,
    registration,
    hidden,
    mine,
    counted,
    mailboxes,
    comeTogether,
    phones,
    alone,
    long,
    unfinished,
    crowded,
    byEnds,
    numbers,
  ],
  jobs: { [SEARCH_JOB]: askedAgain(searchDuplicates.access, searchJob) },
  offers: [
    thingFollowerKey.given(suspicions),
    thingMergerKey.given(merger),
    profileColumnsKey.given(pairColumns),
    telling.given(tells),
  ],
  demo: async ({ db, dialect, offered, now, bigEventId, appIds }: DemoContext) => {
    const write = (work: (inside: typeof db) => Promise<void>) => work(db);
    await searchEvent({ eventId: bigEventId, appId: appIds.northwind, read: db, dialect, offered, now, write });
  },
});
