// Somebody drags the bar of a long list: the rows follow as they come, and until then the ones before stay. AG Grid would
// draw each place at once, without its rows, and be gone from there before they arrive. Who jumps to a place in another way,
// as by keyboard, keeps what was seen as a picture for as long as the rows of the place usually take.

/** What the bar needs to know of its list. */
export interface Followed {
  /** How many rows there are; 0 where they do not come in blocks of one list. */
  count(): number;
  rowHeight(): number;
  /** Brings the rows from one position to another; the list finds them there when it asks. */
  bring(first: number, last: number): Promise<unknown>;
}

const BAR = "ag-body-vertical-scroll-viewport";
const BODY = "ag-body-viewport";
/** Pixels that rounding may leave between rows. */
const SLACK = 4;
/** Less than this many screens is scrolling, for which the next block is there already. */
const FAR = 2;
/** Frames in which the grid draws what has come; where it takes longer, its rows on their way are seen after all. */
const DRAWN = 30;

/** Lets the rows of the grid in this element follow its bar, and jumps keep what was seen; answers what ends that. */
export function followBar(frame: HTMLElement, list: Followed): () => void {
  let wanted: number | undefined;
  let isOn = true;
  let isBusy = false;
  let isTold = false;
  let isKept = false;
  let taken: Picture | undefined;
  /** Where the body stood when it was scrolled last. */
  let stood = 0;
  /** The part that was scrolled last. */
  let last: HTMLElement | undefined;
  let echo: { part: HTMLElement; at: number } | undefined;

  function scrolled(event: Event): void {
    const body = frame.querySelector<HTMLElement>(`.${BODY}`);
    const bar = frame.querySelector<HTMLElement>(`.${BAR}`);
    if (isTold || !body || !bar) return;
    const before = stood;
    if (event.target === body) stood = body.scrollTop;
    if (isEcho(event.target)) event.stopImmediatePropagation();
    else if (event.target === body) bodyScrolled(body, bar, before);
    else if (event.target === bar) barScrolled(event, bar, body);
  }

  function barScrolled(event: Event, bar: HTMLElement, body: HTMLElement): void {
    const isWaitedFor = list.count() > 0 && isFar(bar.scrollTop, body.scrollTop, body);
    if (!isWaitedFor && !isBusy) return void agree(bar, body);
    event.stopImmediatePropagation();
    wanted = bar.scrollTop;
    if (!isBusy) void follow(bar, body);
  }

  function bodyScrolled(body: HTMLElement, bar: HTMLElement, before: number): void {
    if (isBusy) return;
    void agree(body, bar);
    if (list.count() > 0 && isFar(stood, before, body) && !isKept) void keep(body, before);
  }

  /** What was seen stays over a place that was jumped to, until its rows are drawn. */
  async function keep(body: HTMLElement, before: number): Promise<void> {
    isKept = true;
    await drawn(body, lay(taken ?? pictureOf(body, before), body));
    isKept = false;
  }

  /** AG Grid takes its rows away as soon as such a key is pressed: the picture must have been taken by then. */
  async function pressed({ key, ctrlKey, metaKey, target }: KeyboardEvent): Promise<void> {
    const isJump = key === "Home" || key === "End" || ((ctrlKey || metaKey) && /^Arrow(Up|Down)$/.test(key));
    const body = frame.querySelector<HTMLElement>(`.${BODY}`);
    if (!isJump || !body?.contains(target as Node) || isKept || list.count() === 0) return;
    const header = headOf(body);
    const picture = { ...pictureOf(body), ...(header && { head: copyOf(header) }) };
    taken = picture;
    await nextFrame();
    await nextFrame();
    if (taken === picture) taken = undefined;
  }

  /** For half a second AG Grid hears only what was scrolled last, of bar and body: that one tells it of the other. */
  async function agree(part: HTMLElement, other: HTMLElement): Promise<void> {
    last = part;
    await nextFrame();
    if (!isOn || isBusy || last !== part || isNear(part.scrollTop, other.scrollTop)) return;
    other.scrollTop = part.scrollTop;
    echo = { part: other, at: other.scrollTop };
    isTold = true;
    other.dispatchEvent(new Event("scroll"));
    isTold = false;
  }

  /** The browser tells a frame later what was told already; by then the other part may be further. */
  function isEcho(part: EventTarget | null): boolean {
    if (echo?.part !== part) return false;
    const { at } = echo;
    echo = undefined;
    return isNear((part as HTMLElement).scrollTop, at);
  }

  async function follow(bar: HTMLElement, body: HTMLElement): Promise<void> {
    isBusy = true;
    while (isOn && wanted !== undefined) {
      const place: number = wanted;
      wanted = undefined;
      // Whoever holds the bar beside its thumb goes on page by page: the list asks for their next block itself.
      if (!isFar(place, body.scrollTop, body)) {
        tell(bar, place);
        continue;
      }
      const { first, last } = rowsAt(place, body, list);
      // What does not come is told by the list, which asks again.
      await list.bring(first, last).catch(() => undefined);
      if (!isOn) return;
      const takeAway = lay(pictureOf(body), body);
      tell(bar, place);
      // Where the grid did not hear of it.
      if (!isNear(body.scrollTop, place)) body.scrollTop = place;
      await drawn(body, takeAway);
      // Long enough to be seen.
      await nextFrame();
    }
    isBusy = false;
  }

  async function drawn(body: HTMLElement, takeAway: () => void): Promise<void> {
    await nextFrame();
    for (let frames = 1; isOn && frames < DRAWN && !isDrawn(body); frames++) await nextFrame();
    takeAway();
  }

  /** AG Grid reads where the bar stands: for this once it stands where the rows are. */
  function tell(bar: HTMLElement, place: number): void {
    isTold = true;
    Object.defineProperty(bar, "scrollTop", { configurable: true, get: () => place, set: () => undefined });
    bar.dispatchEvent(new Event("scroll"));
    Reflect.deleteProperty(bar, "scrollTop");
    isTold = false;
  }

  const onKey = (event: KeyboardEvent) => void pressed(event);
  frame.addEventListener("scroll", scrolled, { capture: true });
  frame.addEventListener("keydown", onKey, { capture: true });
  return () => {
    isOn = false;
    frame.removeEventListener("keydown", onKey, { capture: true });
    frame.removeEventListener("scroll", scrolled, { capture: true });
  };
}

const isFar = (place: number, from: number, { clientHeight }: HTMLElement) =>
  Math.abs(place - from) > FAR * clientHeight;

/** Browsers round where a part stands. */
const isNear = (one: number, other: number) => Math.abs(one - other) <= 1;

const nextFrame = () => new Promise(requestAnimationFrame);

/** What the body shows where it stands, with its header, and how far they were scrolled across. */
interface Picture {
  rows: HTMLElement;
  head?: HTMLElement;
  stood: number;
  across: number;
}

const HEAD = ".ag-header";
const CENTER = ".ag-center-cols-viewport";
const acrossOf = (body: HTMLElement) => body.querySelector(CENTER)?.scrollLeft ?? 0;
const headOf = (body: HTMLElement) => body.closest(".ag-root")?.querySelector<HTMLElement>(HEAD) ?? undefined;

function pictureOf(body: HTMLElement, stood = body.scrollTop): Picture {
  return { rows: copyOf(body), stood, across: acrossOf(body) };
}

function copyOf(part: HTMLElement): HTMLElement {
  const copy = part.cloneNode(true) as HTMLElement;
  copy.classList.add("list-still");
  copy.setAttribute("aria-hidden", "true");
  return copy;
}

/**
 * Lays the picture over the body: the grid takes its rows away some frames before it has drawn others. Where the header was
 * scrolled across meanwhile, its own picture says what stands in the columns. Answers what takes it away.
 */
function lay({ rows, head, stood, across }: Picture, body: HTMLElement): () => void {
  layOver(rows, body);
  rows.scrollTop = stood;
  rows.querySelector(CENTER)?.scrollTo({ left: across });
  const header = headOf(body);
  if (head && header && across !== acrossOf(body)) layOver(head, header);
  return () => {
    rows.remove();
    head?.remove();
  };
}

function layOver(copy: HTMLElement, over: HTMLElement): void {
  copy.style.left = `${over.offsetLeft}px`;
  copy.style.top = `${over.offsetTop}px`;
  copy.style.width = `${over.offsetWidth}px`;
  copy.style.height = `${over.offsetHeight}px`;
  over.after(copy);
}

/** Whether rows that are there cover the body from top to bottom. */
function isDrawn(body: HTMLElement): boolean {
  const { top } = body.getBoundingClientRect();
  const bottom = top + body.clientHeight;
  let covered = 0;
  for (const row of body.querySelectorAll(".ag-center-cols-container .ag-row")) {
    const place = row.getBoundingClientRect();
    const seen = Math.min(place.bottom, bottom) - Math.max(place.top, top);
    if (seen <= 0) continue;
    if (row.querySelector(".list-loading") || row.textContent === "") return false;
    covered += seen;
  }
  return covered >= body.clientHeight - SLACK;
}

/** The rows that are seen when the body stands there. A list higher than a browser can draw is stretched evenly. */
export function rowsAt(
  place: number,
  { scrollHeight, clientHeight }: Pick<HTMLElement, "scrollHeight" | "clientHeight">,
  { count, rowHeight }: Pick<Followed, "count" | "rowHeight">,
): { first: number; last: number } {
  const share = Math.min(1, place / Math.max(1, scrollHeight - clientHeight));
  const top = share * Math.max(0, count() * rowHeight() - clientHeight);
  const first = Math.floor(top / rowHeight());
  return { first, last: Math.min(count() - 1, first + Math.ceil(clientHeight / rowHeight())) };
}
