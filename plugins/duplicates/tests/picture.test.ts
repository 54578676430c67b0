// A picture that somebody gives while two are compared, merged or parted is no value of the form: no revision tells of it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { type Things, thingsKey } from "../../event-data/offers.ts";
import { aPng } from "../../event-data/tests/pictures.ts";

type Made = { id: number; rev: number; name: string; photo: string | null };

describe.each(testDatabases)("pictures given around a merge, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const give = async ({ id }: { id: number }) => {
    const headers = { headers: { "content-type": "image/png" } };
    return (await place.asker.ask("PUT", `${place.path}/thing/${id}/photo`, aPng(), headers)).data.photo as string;
  };
  const two = async () => [(await aProfile(place)) as Made, (await aProfile(place)) as Made] as const;
  const now = async ({ id }: { id: number }) => (await place.asker.get(`${place.path}/thing/${id}`)).data as Made;
  const seen = ({ id, rev, photo }: Made) => ({ id, rev, photo });
  const merge = (keep: object, drop: object, take: string[] = []) =>
    place.asker.post(`${place.path}/thing/merge`, { keep, drop, take });
  const undo = (id: number) => place.asker.post(`${place.path}/thing/merge/${id}/undo`);
  /** Another's picture is through once a call of this name, which waited for it, goes on; `photo` stands for it. */
  const between = async <Answer>(name: "takeOut" | "putRow", { id }: Made, work: () => Promise<Answer>) => {
    const [things] = server.deps.offered(thingsKey) as [Things];
    const real = things[name] as (...of: readonly unknown[]) => Promise<unknown>;
    const giving = async (...of: readonly unknown[]) => {
      const rows = (of[0] as Parameters<Things["get"]>[0]).withTables<{
        event_data_thing: { id: number; photo: string };
      }>();
      await rows.updateTable("event_data_thing").set({ photo: "another" }).where("id", "=", id).execute();
      return real(...of);
    };
    Object.assign(things, { [name]: giving });
    return work().finally(() => Object.assign(things, { [name]: real }));
  };

  test("one that the profile that stays was given since the two were compared is not replaced", async () => {
    const [one, other] = await two();
    await give(other);
    const compared = [seen(await now(one)), seen(await now(other))] as const;
    const given = await give(one);

    const refused = await merge(...compared, ["photo"]);
    const kept = await now(one);
    const merged = await merge(seen(kept), compared[1]);

    expect(refused).toMatchObject({ status: 409, error: { code: "stale", current: { id: one.id, photo: given } } });
    expect([kept.photo, merged.data.kept.photo]).toEqual([given, given]);
  });

  test("nor does one go with the other unseen, given to it or taken from it since", async () => {
    const [one, other] = await two();
    const compared = [seen(one), seen(other)] as const;
    const given = await give(other);

    expect((await merge(...compared)).error).toMatchObject({ code: "stale", current: { id: other.id, photo: given } });
    expect((await merge(seen(one), { ...seen(other), photo: given }, ["photo"])).data.kept.photo).toBe(given);
  });

  test("whoever does not say which they saw merges what is there", async () => {
    const [one, other] = await two();
    const given = await give(other);
    const plain = ({ id, rev }: Made) => ({ id, rev });

    expect((await merge(plain(one), plain(other), ["photo"])).data.kept.photo).toBe(given);
  });

  test.each(["stays", "goes"])(
    "one that comes in the moment of the merge has that refused, for the profile that %s",
    async (which) => {
      const [one, other] = await two();
      const theirs = await give(other);
      const whom = which === "stays" ? one : other;

      const refused = await between("takeOut", whom, async () => merge(seen(one), seen(await now(other)), ["photo"]));
      const merged = await merge(seen(one), seen(await now(other)), ["photo"]);
      await undo(merged.data.id);

      expect(refused).toMatchObject({ status: 409, error: { code: "stale" } });
      expect([(await now(one)).photo, (await now(other)).photo]).toEqual([null, theirs]);
    },
  );

  test("one that comes in the moment of the undoing is not replaced by that of before", async () => {
    const [one, other] = await two();
    const [mine, theirs] = [await give(one), await give(other)];
    const merged = await merge(seen(await now(one)), seen(await now(other)), ["photo"]);

    const refused = await between("putRow", one, () => undo(merged.data.id));
    const undone = await undo(merged.data.id);

    expect(refused).toMatchObject({ status: 409, error: { code: "stale" } });
    expect(undone.status).toBe(200);
    expect([(await now(one)).photo, (await now(other)).photo]).toEqual([mine, theirs]);
  });
});
