// Meetings obey what the event says of data types and of profiles.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Cell, Setting, TypeRules } from "../../data-types-permissions/contract.ts";
import type { Clashes } from "../contract.ts";
import { aMeeting, aPerson, arrange, at } from "./factories.ts";

describe.each(testDatabases)("meetings and the rules of the event on %s", () => {
  let server: TestApp;
  let place: Place;
  let rules: TypeRules;
  const typeId = (name: string) => rules.types.find(({ type }) => type === name)?.id ?? 0;
  const save = async (cells: Cell[], settings: Setting[] = []) => {
    const { rev } = (await place.asker.get(`${place.path}/type-rule`)).data;
    const saved = await (await server.as("expert")).put(`${place.path}/type-rule`, { cells, settings, rev });
    expect(saved.status).toBe(200);
  };
  const ruleOf = ({ error }: Awaited<ReturnType<typeof arrange>>) => (error.current as Clashes).refused[0]?.rule;
  const aSpeaker = () => aProfile(place, { type_id: typeId("Speaker"), first_name: "Sam", last_name: "Speaker" });
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
  });
  beforeEach(async () => {
    rules = (await place.asker.get(`${place.path}/type-rule`)).data;
  });
  afterEach(() => save([]));
  afterAll(() => server.close());

  test("whom an attendee may not ask is told while one chooses, and refused when it is sent; the other way round stays", async () => {
    const [ada, sam] = [await aPerson(place), await aSpeaker()];
    await save([{ from: typeId("Attendee"), to: typeId("Speaker"), verb: "meet", allow: false }]);

    const asked = { participants: [ada.id, sam.id], start: at(0), end: at(30), location_id: null };
    const told = await place.asker.post(`${place.path}/meeting/check`, { ...asked, state: "requested" });
    const refused = await arrange(place, [ada, sam], 0, { state: "requested" });
    const back = await arrange(place, [sam, ada], 0, { state: "requested" });

    const pair = { id: sam.id, name: sam.name, by: ada.name, rule: "cell" };
    expect(told.data).toMatchObject({ taken: [], refused: [pair] });
    expect(refused).toMatchObject({ status: 409, error: { code: "networking.not_permitted" } });
    expect(refused.error.current).toMatchObject({ refused: [pair] });
    expect(refused.error.reasons?.[""]).toEqual({
      text: "networking:refused.cell",
      values: { by: ada.name, name: sam.name },
    });
    expect(back.status).toBe(201);
  });

  test("whose type takes part in no meetings meets nobody, who is not to be approached is not asked, and who is blocked meets nobody either", async () => {
    const [ada, bo, sam] = [await aPerson(place), await aPerson(place), await aSpeaker()];
    await save([], [{ type: typeId("Speaker"), meets: false, pending: 50, contacts: true }]);
    const of = async (answer: ReturnType<typeof arrange>) => ruleOf(await answer);
    const usual = { meets: true, pending: 50, contacts: true };

    const asSpeaker = await of(arrange(place, [sam, ada], 60));
    const toSpeaker = await of(arrange(place, [ada, bo, sam], 60));
    await place.asker.patch(`${place.path}/thing/${bo.id}`, { status: "blocked", rev: bo.rev });
    const toBlocked = await of(arrange(place, [ada, bo], 60));
    const asBlocked = await of(arrange(place, [bo, ada], 60));

    await save([], [{ type: typeId("Speaker"), ...usual, approachable: false }]);
    const toDistant = await of(arrange(place, [ada, sam], 60));
    const asDistant = await arrange(place, [sam, ada], 60);

    expect([toDistant, asDistant.status]).toEqual(["approached", 201]);
    expect([asSpeaker, toSpeaker]).toEqual(["meets_from", "meets_to"]);
    expect([toBlocked, asBlocked]).toEqual(["standing_to", "standing_from"]);
  });

  test("no more requests wait than the event lets, two at once do not slip through, and answered ones make room", async () => {
    const [ada, bo, cy, di] = [await aPerson(place), await aPerson(place), await aPerson(place), await aPerson(place)];
    await save([], [{ type: typeId("Attendee"), meets: true, pending: 2, contacts: true }]);
    const ask = (other: typeof ada, minutes: number) => arrange(place, [ada, other], minutes, { state: "requested" });
    const first = await ask(bo, 120);

    const two = await Promise.all([ask(cy, 180), ask(di, 240)]);
    const settled = await arrange(place, [ada, di], 300);
    await place.asker.patch(`${place.path}/meeting/${first.data.id}`, { rev: first.data.rev, state: "declined" });
    const again = await ask(bo, 360);
    const above = await ask(di, 420);

    expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(settled.status).toBe(201);
    expect(again.status).toBe(201);
    expect(ruleOf(above)).toBe("limit");
  });

  test("a meeting that was settled before the rule stays, moves and is cancelled, but is not taken up again", async () => {
    const [ada, sam] = [await aPerson(place), await aSpeaker()];
    const { id } = await aMeeting(place, [ada, sam], 480);
    const asked = await aMeeting(place, [ada, sam], 540, { state: "requested" });
    await save([{ from: typeId("Attendee"), to: typeId("Speaker"), verb: "see", allow: false }]);
    const change = (meeting: number, rev: number, values: object) =>
      place.asker.patch(`${place.path}/meeting/${meeting}`, { rev, ...values });

    const moved = await change(id, 1, { start: at(510), end: at(530) });
    const cancelled = await change(id, 2, { state: "cancelled" });
    const again = await change(id, 3, { state: "accepted" });
    const accepted = await change(asked.id, 1, { state: "accepted" });

    expect([moved.status, cancelled.status]).toEqual([200, 200]);
    expect([again.status, accepted.status]).toEqual([409, 409]);
    expect(ruleOf(again)).toBe("sight");
  });
});
