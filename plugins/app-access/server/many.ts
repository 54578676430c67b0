// Log-in e-mails to many: in blocks, each one transaction with its letters, links, history and the place to go on from.
import { type Db, hashToken, type JobContext, type JobHandler, listTypesOf, localeOf, newToken } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import { listReaderKey } from "../../event-data/offers.ts";
import { type LeftOut, type LoginMailDraft, type LoginMailResult, PAUSE_MINUTES } from "../contract.ts";
import { loginLetter } from "./letter.ts";
import { addressOf } from "./links.ts";
import { thingsOf } from "./people.ts";
import * as repository from "./repository.ts";
import { goodUntil, hindranceOf } from "./rules.ts";

export const LOGIN_MAIL_JOB = "app-access.mail";

/** What the job is started with: the event and the address of its app are those of the moment. */
export interface LoginMailOrder extends LoginMailDraft {
  event: string;
  base: string;
}

const BLOCK = 200;
const SHOWN = 5;
const DEFAULT = "en-gb";

/** Why somebody gets none among many, besides what would keep them from one in any case. */
export function leftOutOf(
  row: Pick<repository.ProfileRow, "mailed_at" | "entered_at"> | undefined,
  { only_new }: Pick<LoginMailDraft, "only_new">,
  now: Date,
): LeftOut | undefined {
  if (only_new && row?.entered_at) return "entered";
  const since = new Date(now.getTime() - PAUSE_MINUTES * 60_000).toISOString();
  return row?.mailed_at && row.mailed_at > since ? "too_soon" : undefined;
}

export const mailMany: JobHandler = async (context): Promise<LoginMailResult> => {
  const { eventId = 0, appId, read, dialect, offered, who } = context;
  const order = context.payload as LoginMailOrder;
  const things = thingsOf(offered);
  const hidden = await things.hidden(read, dialect, { id: eventId, app_id: appId }, who);
  const { selection } = order;
  const total = await things.countSelected(read, dialect, eventId, selection, offered, hidden);
  const types = new Map((await listTypesOf(read, eventId)).map(({ id, categoryId }) => [id, categoryId]));
  const around = { event: order.event, usual: await localeOf(read, appId), speak: context.speak };
  const mailing = new Mailing(context, order, (typeId) => types.get(typeId), around);
  let done = 0;
  const blocks = { columns: ["id"], size: BLOCK };
  for await (const rows of things.eachSelected(read, dialect, eventId, selection, offered, hidden, blocks)) {
    await mailing.take(rows.map(({ id }) => Number(id)));
    done += rows.length;
    context.progress(done / Math.max(1, total));
    context.signal.throwIfAborted();
  }
  return mailing.finish();
};

class Mailing {
  private readonly eventId: number;
  private readonly writes: boolean;
  /** The last one whose block has been committed. */
  private readonly done: number;
  private readonly result: LoginMailResult;
  private isFileBegun: boolean;
  private left = "";

  constructor(
    private readonly context: JobContext,
    private readonly order: LoginMailOrder,
    private readonly categoryOf: (typeId: number) => number | undefined,
    private readonly around: Parameters<typeof loginLetter>[0],
  ) {
    const place = context.kept?.at as { id: number; file: boolean } | undefined;
    this.eventId = context.eventId ?? 0;
    this.writes = order.mode === "apply";
    this.done = place?.id ?? 0;
    this.isFileBegun = place?.file ?? false;
    this.result = (context.kept?.result as LoginMailResult | undefined) ?? { sent: 0, left: [], sample: [] };
  }

  async take(ids: readonly number[]): Promise<void> {
    const fresh = ids.filter((id) => id > this.done);
    if (fresh.length === 0) return;
    const { context } = this;
    if (!this.writes) return void (await this.choose(context.read, fresh));
    const keep = () => ({ at: { id: fresh.at(-1), file: this.isFileBegun }, result: this.result });
    await context.inTransaction(
      async (db) => {
        const things = thingsOf(context.offered);
        await things.holdMany(db, context.dialect, this.eventId);
        // Profiles before what is kept beside them, as whoever takes one out does.
        await things.noteChange(db, this.eventId);
        await this.send(db, await this.choose(db, fresh));
        await this.writeLeft((file) => context.addToFile(db, file));
      },
      { keep },
    );
  }

  async finish(): Promise<LoginMailResult> {
    if (this.writes) return this.context.inTransaction(async () => this.result, { last: true });
    await this.writeLeft((file) => this.context.saveFile(file));
    return this.result;
  }

  /** Those who get one; the others are told. */
  private async choose(db: Db, ids: readonly number[]): Promise<Thing[]> {
    const { dialect, offered } = this.context;
    const all = await thingsOf(offered).many(db, this.eventId, ids);
    const possible: Thing[] = [];
    for (const thing of all.sort((one, other) => one.id - other.id)) {
      const hindrance = hindranceOf(thing, this.categoryOf, "mail");
      if (hindrance) this.leave(thing, hindrance);
      else possible.push(thing);
    }
    const those = possible.map(({ id }) => id);
    const rows = this.writes
      ? await repository.holdProfiles(db, this.eventId, those)
      : await repository.listProfiles(db, dialect, this.eventId, those);
    const now = this.context.now();
    const chosen: Thing[] = [];
    for (const thing of possible) {
      const reason = leftOutOf(rows.get(thing.id), this.order, now);
      if (reason) this.leave(thing, reason);
      else chosen.push(thing);
    }
    if (!this.writes) for (const thing of chosen) this.count(thing);
    return chosen;
  }

  private async send(db: Db, chosen: readonly Thing[]): Promise<void> {
    const { dialect, offered, audit, mail } = this.context;
    const now = this.context.now();
    const things = thingsOf(offered);
    const imported = chosen.filter(({ status }) => status === "imported");
    const invited = await things.changeStatus(db, dialect, this.eventId, imported, "invited", now);
    const sent = chosen.filter((thing) => thing.status !== "imported" || invited.has(thing.id));
    for (const thing of chosen) if (!sent.includes(thing)) this.leave(thing, "overtaken");
    const ids = sent.map(({ id }) => id);
    if (ids.length === 0) return;
    const tokens = new Map(ids.map((id) => [id, newToken()]));
    const links = [...tokens].map(([thing_id, token]) => ({ thing_id, hash: hashToken(token), as: undefined }));
    const at = now.toISOString();
    await repository.addLinks(db, dialect, this.eventId, links, { at, until: goodUntil(now, "own") });
    await repository.noteMailed(db, dialect, ids, at);
    for (const thing of sent) {
      const address = addressOf(this.order.base, { name: this.order.event }, tokens.get(thing.id) ?? "");
      await mail(db, loginLetter(this.around, thing, address));
      const changed = invited.has(thing.id);
      await audit(db, {
        action: "send_login",
        object: { type: things.object, id: thing.id, label: thing.name },
        before: changed ? { status: "imported" } : {},
        after: changed ? { status: "invited" } : {},
      });
      this.count(thing);
    }
  }

  private count({ id, name, email }: Thing): void {
    this.result.sent += 1;
    if (this.result.sample.length < SHOWN) this.result.sample.push({ id, name, email });
  }

  private leave({ id, name, email }: Thing, reason: LeftOut): void {
    const known = this.result.left.find((one) => one.reason === reason);
    if (known) known.count += 1;
    else this.result.left.push({ reason, count: 1 });
    this.left += this.line([id, name, email, this.say(`app-access:left.${reason}`)]);
  }

  private say(key: string): string {
    return this.context.speak(this.order.locale ?? DEFAULT, key, { minutes: PAUSE_MINUTES });
  }

  private line(cells: readonly (string | number)[]): string {
    const [reader] = this.context.offered(listReaderKey);
    return reader?.line(cells) ?? "";
  }

  /** Those who were left out since it was written last. */
  private async writeLeft(
    write: (file: { name: string; mediaType: string; bytes: Buffer }) => Promise<void>,
  ): Promise<void> {
    if (this.left === "") return;
    const heads = ["event-data:field.id", "event-data:field.name", "event-data:field.email", "app-access:left.why"];
    const head = this.isFileBegun ? "" : `\ufeff${this.line(heads.map((key) => this.say(key)))}`;
    const bytes = Buffer.from(head + this.left);
    this.isFileBegun = true;
    this.left = "";
    await write({ name: "left-out.csv", mediaType: "text/csv; charset=utf-8", bytes });
  }
}
