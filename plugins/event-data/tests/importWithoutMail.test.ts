// Lists of networks that give away no addresses are refused with the reason and what to do, wherever they are sent.
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { importSent, sendFile } from "./exchange.ts";

let server: TestApp;
let place: Place;
beforeAll(async () => {
  server = await app();
  place = await aPlace(server);
});
afterAll(() => server.close());

const RSVPS =
  "Name\tUser ID\tTitle\tEvent Host\tRSVP\tGuests\tRSVPed on\tJoined Group on\tURL of Member Profile\n" +
  "Ann Meet\tuser 1234567\t\tNo\tYes\t0\t5 January 2026\t2 March 2024\thttps://www.meetup.com/members/1234567/\n";
const MEMBERS =
  "Name,Member ID,Joined Group on,Last visited group on,Member Profile URL\nAnn Meet,1234,1/2/2024,1/2/2026,https://x.example\n";
const FOLLOWERS = "username,full_name,is_verified,followers_count,following_count\nann,Ann Gram,false,12,34\n";
const GERMAN = "Benutzername;Name;Abonnenten;Abonniert\nann;Ann Gram;12;3\n";
const NAMES = "Username,Followers\nann,12\n";

test.each([
  ["the guests of a Meetup", RSVPS, "Meetup"],
  ["the members of a Meetup group", MEMBERS, "Meetup"],
  ["followers at Instagram", FOLLOWERS, "Instagram"],
  ["followers at Instagram in German", GERMAN, "Instagram"],
  ["names at Instagram alone", NAMES, "Instagram"],
])("%s are refused when the file is read, and when a program sends it", async (_, file, name) => {
  const { asker, eventId, types } = place;

  for (const [locale, words] of [
    ["en-gb", "email addresses"],
    ["de", "E-Mail-Adressen"],
  ]) {
    const read = await sendFile(asker, place.path, file, `name=list.csv&locale=${locale}`);
    expect(read).toMatchObject({ state: "failed", error: expect.stringContaining(`${name} `) });
    expect(read).toMatchObject({ error: expect.stringContaining(words as string) });
  }
  for (const mode of ["dry-run", "apply"]) {
    const sent = await asker.importFile(eventId, `kind=thing&format=csv&mode=${mode}&type=${types[1]}`, file);
    expect(sent.data).toMatchObject({ state: "failed", error: expect.stringContaining(name) });
  }
});

test("with a column of addresses, be it under no heading, such a list comes in", async () => {
  const lines = RSVPS.trim().split("\n");
  const withMail = `${lines[0]}\t\n${lines[1]}\tann.meet@without.example\n`;

  const { id: file, result } = await sendFile(place.asker, place.path, withMail);
  expect(result.columns.at(-1)).toMatchObject({ field: "email" });

  const ran = await importSent(place.asker, place.path, { file, type: place.types[1] });
  expect(ran.result).toMatchObject({ created: 1, skipped: 0 });

  const followers = await sendFile(place.asker, place.path, "username,followers,Email\nann,3,ann@without.example\n");
  expect(followers.state).toBe("done");
});

test("profiles that are known by their ids may have such answers without an address beside them", async () => {
  const { id } = await aProfile(place);

  const read = await sendFile(place.asker, place.path, `ID,Name,User ID,RSVP\n${id},Ada Byron,7,Yes\n`);

  expect(read.state).toBe("done");
});

test.each([
  ["an id of users", "Name,User ID\nAnn Plain,7\n"],
  ["answers to an invitation", "Name,RSVP\nAnn Plain,Yes\n"],
  ["names of users", "Name,Username\nAnn Plain,ann\n"],
  ["numbers of followers", "Name,Followers\nAcme,1000\n"],
  ["who is there as what", "Name,Instagram,Followers\nAcme,@acme,1000\n"],
  ["a handle", "Name,Handle,Followers\nAcme,@acme,1000\n"],
  ["who is there as whom", "Name,Username,Followers\nAcme,acme,1000\n"],
  ["who came of those that had said so", "Name,RSVP,No show\nAnn Plain,Yes,No\n"],
  ["numbers of members", "Name,Member ID,RSVP\nAnn Plain,7,Yes\n"],
  ["data types", "Name,Username,Followers count,Data type\nAcme,acme,1000,Company\n"],
])("a plain list with %s still comes in", async (_, file) => {
  expect((await sendFile(place.asker, place.path, file)).state).toBe("done");
});

test.each([
  ["as the members of a Meetup", MEMBERS],
  ["as followers at Instagram", FOLLOWERS],
])(
  "%s, companies are read where their type is known by then, and refused once they are to be people",
  async (_, file) => {
    const { asker, path, types } = place;
    const sent = (type: number | undefined) => sendFile(asker, path, file, `name=list.csv&type=${type}`);

    const read = await sent(types[2]);
    expect(read.state).toBe("done");
    expect((await sent(types[1])).state).toBe("failed");

    const again = await asker.post(`${path}/thing/import/file/${read.id}`, { type: types[2], separator: "," });
    expect((await asker.finished(again.data.job.id)).data.state).toBe("done");
    const asPeople = await importSent(asker, path, { file: read.id, type: types[1], mode: "dry-run" });
    expect(asPeople.state).toBe("failed");
    const asCompanies = await importSent(asker, path, { file: read.id, type: types[2], mode: "dry-run" });
    expect(asCompanies).toMatchObject({ state: "done", result: { created: 1 } });
  },
);

test("companies come in without an address, whatever else is told of them", async () => {
  const { asker, eventId, types } = place;
  const file = "Name,Username,Followers count\nAcme Without,acme,1000\n";

  const { data } = await asker.importFile(eventId, `kind=thing&format=csv&mode=apply&type=${types[2]}`, file);

  expect(data).toMatchObject({ state: "done", result: { created: 1 } });
});
