// What the demo has none of and a walk opens: made before it, and taken away after it.
import { type APIRequestContext, expect } from "@playwright/test";
import { EVENT_ID } from "./event.ts";
import { PASSWORD } from "./LoginPage.ts";
import { type Prepared, WALKED } from "./openers.ts";
import { Desk } from "./people.ts";

const version = ({ id, rev }: { id: number; rev: number }) => ({ id, rev });
const ALL_EVENTS = [-1];
const OWNER = 299;

/** A provider that nobody asks: what stands on the page is enough. */
const PROVIDER = {
  rev: 0,
  issuer: "https://login.walk.example",
  client_id: WALKED,
  domains: ["walk.example"],
  claims: { email: "email", first_name: "given_name", last_name: "family_name" },
  unknown: "refuse",
  admit_role_id: OWNER,
  admit_containers: ALL_EVENTS,
  enabled: false,
};

/** Answers what was made by its ids, and what takes it away. */
export async function prepare(request: APIRequestContext): Promise<{ made: Prepared; leave: () => Promise<void> }> {
  const desk = await Desk.at(request, EVENT_ID, "super");
  const mark = Date.now();
  /** What has to have worked for the walk to meet it. */
  const done = async (answer: ReturnType<Desk["ask"]>) => {
    const { data, error } = await answer;
    expect(error).toBeUndefined();
    return data;
  };
  const person = (first_name: string) => ({
    first_name,
    last_name: WALKED,
    email: `${first_name}${mark}@walk.example`,
  });
  const kept = await desk.profile(person("Kept"));
  const dropped = await desk.profile(person("Dropped"));
  await done(desk.ask("post", "/thing/merge", { keep: version(kept), drop: version(dropped), take: [] }));
  await done(desk.ask("post", `/app-access/${kept.id}/mail`));
  const gone = await desk.profile(person("Gone"));
  await done(desk.ask("delete", `/thing/${gone.id}?rev=${gone.rev}`));
  const start = new Date(mark - (mark % 3_600_000) + 400 * 86_400_000);
  const meeting = { participants: [kept.id, 1], start, end: new Date(start.getTime() + 1_800_000), location_id: null };
  await done(desk.ask("post", "/meeting", { ...meeting, message: "", state: "requested", anyway: true }));
  // Who is not available at that time is asked about before it is accepted.
  await done(desk.ask("put", `/thing/${kept.id}/availability`, { rev: 0, windows: [] }));
  await done(
    desk.askApp("post", "/api-token", {
      name: WALKED,
      scopes: ["thing:read"],
      allowed_containers: [EVENT_ID],
      days: 1,
    }),
  );
  const view = { list: "category.1", name: `${WALKED} ${mark}`, shared: false, query: "sort=name" };
  const { id: viewId } = await done(desk.ask("post", "/thing-view", view));
  const field = await done(desk.ask("post", "/field", { labels: { "en-gb": WALKED }, kind: "text" }));
  await done(desk.ask("post", `/field/${field.id}/archive`, { rev: field.rev }));
  const type = await done(
    desk.askApp("post", "/type", { type: `${WALKED} ${mark}`, type_category_id: 1, to_events: true }),
  );
  await done(
    desk.askApp("post", "/invite", { email: `i${mark}@walk.example`, role_id: OWNER, allowed_containers: ALL_EVENTS }),
  );
  await done(desk.askApp("put", "/login-provider", PROVIDER));
  // Whoever has logged in has a session that can be ended.
  await request.post("/1/dashboard/user/login", { data: { email: "owner@demo.test", password: PASSWORD } });
  const members = (await done(desk.askApp("get", "/member"))) as { id: number; email: string }[];
  const member = members.find(({ email }) => email === "owner@demo.test")?.id ?? 0;
  const { rev } = await done(desk.ask("get", `/thing/${kept.id}`));
  await done(desk.ask("patch", `/thing/${kept.id}`, { rev, job_title: "Walker" }));

  const leave = async () => {
    await desk.askApp("delete", "/login-provider");
    await desk.askApp("delete", `/type/${type.id}?rev=${type.rev}`);
    await desk.leave();
  };
  return { made: { profile: kept.id, view: viewId, field: field.id, type: type.id, member }, leave };
}
