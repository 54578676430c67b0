// What one profile may do with another: by its type, by how it stands, by how many requests wait.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Member } from "../../admin-access/contract.ts";
import { tidyBeside } from "../../event-data/server/columns/kept.ts";
import type { Cell, Party, ProfilePair, Setting, TypeRules } from "../contract.ts";

describe.each(testDatabases)("two profiles and the rules on %s", () => {
  let server: TestApp;
  let place: Place;
  let owner: Asker;
  let rules: TypeRules;
  let base: string;
  const typeId = (name: string) => rules.types.find(({ type }) => type === name)?.id ?? 0;
  const save = async (cells: Cell[], settings: Setting[] = []) => {
    const { rev } = (await owner.get(base)).data;
    const saved = await (await server.as("expert")).put(base, { cells, settings, rev });
    expect(saved.status).toBe(200);
  };
  const person = (last_name: string, more: object = {}) => aProfile(place, { first_name: "Pia", last_name, ...more });
  const pairOf = async (from: { id: number }, to: { id: number }) =>
    (await owner.get(`${base}/profile/explain?from=${from.id}&to=${to.id}`)).data as ProfilePair;
  const decided = ({ answers }: ProfilePair, verb: string) => {
    const answer = answers.find((one) => one.verb === verb);
    return [answer?.allowed, answer?.steps.find(({ decides }) => decides)?.rule];
  };
  const allowed = async (of: { id: number }, verb: string, question: object = {}) =>
    (await owner.post(`${base}/profile/${of.id}/allowed?verb=${verb}`, question)).data as {
      rows: Party[];
      matched: number;
    };
  const grantOwner = async (overrides: Record<string, boolean>) => {
    const chief = await server.as("super");
    const members: Member[] = (await chief.get("/1/api/member")).data;
    const { id, rev, role, allowed_containers } = members.find(({ email }) => email === "owner@demo.test") as Member;
    const change = { rev, role_id: role.id, allowed_containers, overrides };
    expect((await chief.patch(`/1/api/member/${id}`, change)).status).toBe(200);
  };
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server, "expert");
    owner = await server.as("owner");
    base = `${place.path}/type-rule`;
    rules = (await owner.get(base)).data;
  });
  afterEach(() => save([]));
  afterAll(() => server.close());

  test("the rule that decides is told for each verb, first of all that one of them is blocked", async () => {
    const [ada, sam] = [await person("Asks"), await person("Speaks", { type_id: typeId("Speaker") })];
    await save([{ from: typeId("Attendee"), to: typeId("Speaker"), verb: "message", allow: false }]);

    const pair = await pairOf(ada, sam);
    await place.asker.patch(`${place.path}/thing/${sam.id}`, { status: "blocked", rev: sam.rev });
    const blocked = await pairOf(ada, sam);
    const back = await pairOf(sam, ada);

    expect(pair).toMatchObject({ from: { id: ada.id, name: ada.name }, to: { id: sam.id }, waiting: 0 });
    expect(decided(pair, "see")).toEqual([true, "standard"]);
    expect(decided(pair, "message")).toEqual([false, "cell"]);
    expect(decided(pair, "meet")).toEqual([true, "standard"]);
    expect(decided(blocked, "see")).toEqual([false, "standing_to"]);
    expect(decided(back, "meet")).toEqual([false, "standing_from"]);
    expect(decided(await pairOf(ada, ada), "see")).toEqual([false, "itself"]);
    expect((await owner.get(`${base}/profile/explain?from=${ada.id}&to=999999`)).status).toBe(404);
  });

  test("profiles are found as one types, with how they stand", async () => {
    const ada = await person("Findable", { company_name: "Finders" });

    const found = (await owner.post(`${base}/profile/find`, { words: "findab" })).data;

    expect(found).toEqual([
      { id: ada.id, name: ada.name, company_name: "Finders", type_id: typeId("Attendee"), status: "imported" },
    ]);
  });

  test("the app is told with whom a profile may do something: never itself, nobody who is blocked, no type that is refused", async () => {
    const tag = { company_name: "Circle" };
    const ada = await person("Asking", tag);
    const sam = await person("Speaking", { ...tag, type_id: typeId("Speaker") });
    const bo = await person("Attending", tag);
    await person("Blocked", { ...tag, status: "blocked" });
    const question = {
      filter: [{ field: "company_name", op: "eq", value: "Circle" }],
      sort: [{ field: "id", direction: "asc" }],
    };
    const names = async (verb: string) => (await allowed(ada, verb, question)).rows.map(({ id }) => id);

    const before = [await names("see"), await names("meet"), await names("scan")];
    await save([
      { from: typeId("Attendee"), to: typeId("Speaker"), verb: "see", allow: false },
      { from: typeId("Attendee"), to: typeId("Speaker"), verb: "scan", allow: true },
    ]);
    const after = [await names("see"), await names("meet"), await names("scan")];

    expect(before).toEqual([[sam.id, bo.id], [sam.id, bo.id], []]);
    expect(after).toEqual([[bo.id], [bo.id], [sam.id]]);
  });

  test("whom a profile may see is told also to whoever may not see the answers that decide who is in a group", async () => {
    const chief = await server.as("super");
    const post = async (path: string, draft: object) => (await chief.post(`${place.path}/${path}`, draft)).data;
    const hidden = { kind: "text", places: ["profile", "list", "filter"], labels: { "en-gb": "Secret" } };
    const { key } = await post("field", { ...hidden, key: "secret_circle", see_role: 3, edit_role: 3 });
    const [seen, seer] = [
      await post("thing", {
        type_id: typeId("Attendee"),
        first_name: "Pia",
        last_name: "Seen",
        fields: { [key]: "vip" },
      }),
      await person("Seer"),
    ];
    await person("Unseen");
    const filter = [{ field: `fields.${key}`, op: "eq", value: "vip" }];
    const ruled = await post("custom-group", { name: "Ruled circle", mode: "rule", rule: { match: "all", filter } });
    const group = await post("custom-group", { name: "Seers", mode: "manual" });
    await post(`custom-group/${group.id}/member`, { words: [String(seer.id)] });
    const groups: { id: number; rev: number }[] = (await chief.get(`${place.path}/custom-group`)).data;
    const rev = groups.find(({ id }) => id === group.id)?.rev;
    const saved = await chief.patch(`${place.path}/custom-group/${group.id}`, { rev, see: [ruled.id] });

    const told = await allowed(seer, "see");
    const guessed = await owner.post(`${base}/profile/${seer.id}/allowed?verb=see`, { filter });

    expect(saved.status).toBe(200);
    expect(told).toMatchObject({ matched: 1, rows: [{ id: seen.id }] });
    expect(guessed.status).toBe(400);
    await chief.patch(`${place.path}/custom-group/${group.id}`, { rev: saved.data.rev, see: [] });
  });

  test("a group whose rule asks a hidden answer decides for a pair, and is not named to whoever may not see the answer", async () => {
    const chief = await server.as("super");
    const post = async (path: string, draft: object) => (await chief.post(`${place.path}/${path}`, draft)).data;
    const hidden = { kind: "text", places: ["profile", "list", "filter"], labels: { "en-gb": "Diet" } };
    const { key } = await post("field", { ...hidden, key: "secret_diet", see_role: 3, edit_role: 3 });
    const draft = { type_id: typeId("Attendee"), first_name: "Pia", last_name: "Fed", fields: { [key]: "none" } };
    const [fed, other] = [await post("thing", draft), await person("Other")];
    const rule = { match: "all", filter: [{ field: `fields.${key}`, op: "eq", value: "none" }] };
    const see = [(await post("custom-group", { name: "Nobody at all", mode: "manual" })).id];
    const ruled = await post("custom-group", { name: "Medical diet", mode: "rule", rule, see, recommend: see });
    const told = async (asker: Asker) => {
      const { data } = await asker.get(`${base}/profile/explain?from=${fed.id}&to=${other.id}`);
      const steps = (data as ProfilePair).answers.find(({ verb }) => verb === "see")?.steps ?? [];
      return { text: JSON.stringify(data), groups: steps.find((step) => step.rule === "groups")?.groups };
    };

    const [seen, unseen] = [await told(chief), await told(owner)];
    const groupsFor = async (asker: Asker) => ((await asker.get(base)).data as TypeRules).groups;
    const [known, counted] = [await groupsFor(chief), await groupsFor(owner)];
    await grantOwner({ things: false });
    const blind = await groupsFor(owner);
    await grantOwner({});

    expect(seen.groups).toEqual([{ group: "Medical diet", allows: false, decides: true }]);
    expect(unseen.groups).toEqual([{ group: null, allows: false, decides: true }]);
    expect(unseen.text).not.toContain("Medical");
    const names = (groups: TypeRules["groups"]) => groups.find(({ verb }) => verb === "recommend");
    expect(names(known)).toEqual({ verb: "recommend", count: 1, names: ["Medical diet"] });
    expect([names(counted), names(blind)]).toEqual(Array(2).fill({ verb: "recommend", count: 1, names: [] }));
    await chief.remove(`${place.path}/custom-group/${ruled.id}?rev=${ruled.rev}`);
  });

  test("whom a profile may see is sorted and counted as the list of profiles is", async () => {
    const tag = { company_name: "Counted circle" };
    const [seer, zoe, amy] = [await person("Counts", tag), await person("Zoe", tag), await person("Amy", tag)];
    const post = async (path: string, draft: object) => (await place.asker.post(`${place.path}/${path}`, draft)).data;
    const aGroup = async (name: string, members: { id: number }[], more: object = {}) => {
      const { id } = await post("custom-group", { name, mode: "manual", ...more });
      await post(`custom-group/${id}/member`, { words: members.map((one) => String(one.id)) });
      return id as number;
    };
    const [last, first] = [await aGroup("Circle z", [amy]), await aGroup("Circle a", [zoe])];
    await aGroup("Who counts", [seer], { see: [last, first], recommend: [last] });
    const filter = [{ field: "company_name", op: "eq", value: "Counted circle" }];
    await tidyBeside(tidyContext(server.deps));
    // A list of profiles that asks for it puts what was changed in its place.
    await place.asker.post(`${place.path}/thing/query`, {
      sort: [{ field: "beside.custom-groups.names", direction: "asc" }],
    });
    const sort = [{ field: "beside.custom-groups.names", direction: "asc" }];

    // Who sees all that decides about groups may sort by them.
    const chief = await server.as("super");
    const asked = (verb: string, more: object = {}) =>
      chief.post(`${base}/profile/${seer.id}/allowed?verb=${verb}`, { filter, sort, ...more });
    const [seen, counted] = [await asked("see"), await asked("see", { limit: 0 })];
    const recommended = await asked("recommend", { limit: 0 });

    expect(seen.error).toBeUndefined();
    expect(seen.data.rows.map(({ id }: Party) => id)).toEqual([zoe.id, amy.id]);
    expect([counted.data.matched, recommended.data.matched]).toEqual([2, 1]);
  });

  test("whoever may look at rules but not at profiles is told no name by any of this, nor whoever may only look at profiles", async () => {
    const ada = await person("Secret");
    const asks = [
      (asker: Asker) => asker.post(`${base}/profile/find`, { words: "secret" }),
      (asker: Asker) => asker.get(`${base}/profile/explain?from=${ada.id}&to=${ada.id}`),
      (asker: Asker) => asker.get(`${base}/profile/${ada.id}`),
      (asker: Asker) => asker.post(`${base}/profile/${ada.id}/allowed?verb=see`, {}),
    ];
    const answered = async (overrides: Record<string, boolean>) => {
      await grantOwner(overrides);
      return Promise.all([owner.get(base), ...asks.map((ask) => ask(owner))]);
    };

    const [rulesOnly, profilesOnly, both] = [
      await answered({ things: false }),
      await answered({ containers: false }),
      await answered({}),
    ];

    expect(rulesOnly.map(({ status }) => status)).toEqual([200, 403, 403, 403, 403]);
    expect(JSON.stringify(rulesOnly.map(({ data, error }) => [data, error]))).not.toContain("Secret");
    expect(profilesOnly.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test("two profiles match by the weights of their fields, without answers that are hidden from whoever asks", async () => {
    const expert = await server.as("expert");
    const options = ["a", "b", "c"].map((key) => ({ key, labels: { "en-gb": key } }));
    const labels = (name: string) => ({ "en-gb": name });
    const makes = async (draft: object) => {
      const made = await expert.post(`${place.path}/field`, draft);
      expect(made.status, JSON.stringify(made.error)).toBe(201);
      return made.data;
    };
    await makes({ key: "topics", kind: "choices", options, labels: labels("Topics"), match_weight: 6 });
    await makes({ key: "size", kind: "choice", options, labels: labels("Size"), match_weight: 2 });
    const secret = { key: "budget", kind: "choice", options, labels: labels("Budget"), match_weight: 8 };
    await makes({ ...secret, see_role: 200 });
    const text = await makes({ key: "motto", kind: "text", labels: labels("Motto"), match_weight: 9 });
    const above = await expert.post(`${place.path}/field`, { kind: "boolean", labels: labels("X"), match_weight: 11 });
    const ada = await person("Likes", { fields: { topics: ["a", "b"], size: "a", budget: "a", motto: "x" } });
    const sam = await person("Alike", { fields: { topics: ["b", "c"], size: "a", budget: "b", motto: "x" } });
    const silent = await person("Silent", { fields: { motto: "x" } });

    const seen = (await pairOf(ada, sam)).match;
    const whole = (await expert.get(`${base}/profile/explain?from=${sam.id}&to=${ada.id}`)).data.match;

    expect([text.match_weight, above.status]).toEqual([0, 400]);
    // A third of 6 and all of 2, of 8; with the secret, which is not alike, of 16.
    expect(seen).toEqual({
      score: 50,
      parts: [
        { key: "topics", labels: labels("Topics"), weight: 6, like: 1 / 3 },
        { key: "size", labels: labels("Size"), weight: 2, like: 1 },
      ],
    });
    expect(whole).toMatchObject({ score: 25, parts: [{ key: "budget", like: 0 }, { key: "topics" }, { key: "size" }] });
    expect((await pairOf(ada, silent)).match).toBeNull();
  });

  test("the app is told what holds of a profile itself", async () => {
    const ada = await person("Herself");
    const said = {
      ...{ type: typeId("Attendee"), meets: true, pending: 3, contacts: false },
      ...{ availability: "view" as const, exports: false, sessions: "none" as const, editable: false },
      ...{ locked: { de: "Am Schalter", "en-gb": " " }, locked_link: "https://desk.example/change" },
    };
    await save([], [said]);

    const told = (await owner.get(`${base}/profile/${ada.id}`)).data;

    expect(told).toEqual({
      profile: { id: ada.id, name: ada.name, company_name: "", type_id: typeId("Attendee"), status: "imported" },
      ...{ ...said, locked: { de: "Am Schalter" } },
      ...{ approachable: true, waiting: 0 },
    });
    const stored = (await owner.get(base)).data as TypeRules;
    expect(stored.settings).toEqual([{ ...said, locked: { de: "Am Schalter" } }]);
    expect((await pairOf(ada, ada)).own).toEqual({ ...said, locked: { de: "Am Schalter" }, approachable: true });
    const wrong = { cells: [], settings: [{ ...said, locked_link: "http://desk.example" }], rev: stored.rev };
    expect((await (await server.as("expert")).put(base, wrong)).status).toBe(400);
    expect((await (await server.as("registration")).get(`${base}/profile/${ada.id}`)).status).toBe(403);
  });
});
