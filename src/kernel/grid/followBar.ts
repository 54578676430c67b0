// Somebody drags the bar of a long list: the rows follow as they come, and until then the ones before stay. AG Grid would
// draw each place at once, without its rows, and be gone from there before they arrive.

/** What the bar needs to know of its list. */
export interface Followed {
  /** How many rows there are; 0 where they do not come in blocks of one list. */
  count(): number;
  rowHeight(): number;
  /** Brings the rows from one position to another; the list finds them there when it asks. */
  bring(first: number, last: number): Promise<unknown>;
}

const BAR = "ag-body-vertical-scroll-viewport";
/** Less than this many screens is scrolling, for which the next block is there already. */
const FAR = 2;
/** Frames in which the grid draws what has come; where it takes longer, its rows on their way are seen after all. */
const DRAWN = 30;

/** Lets the rows of the grid in this element follow its bar; answers what ends that. */
export function followBar(frame: HTMLElement, list: Followed): () => void {
  let wanted: number | undefined;
  let isOn = true;
  let isBusy = false;
  let isTold = false;

  function scrolled(event: Event): void {
    const bar = event.target;
    if (isTold || !(bar instanceof HTMLElement) || !bar.classList.contains(BAR)) return;
    const body = frame.querySelector<HTMLElement>(".ag-body-viewport");
    if (!body || list.count() === 0) return;
    if (!isFar(bar.scrollTop, body) && !isBusy) return;
    event.stopImmediatePropagation();
    wanted = bar.scrollTop;
    if (!isBusy) void follow(bar, body);
  }

  async function follow(bar: HTMLElement, body: HTMLElement): Promise<void> {
    isBusy = true;
    while (isOn && wanted !== undefined) {
      const place: number = wanted;
      wanted = undefined;
      // Whoever holds the bar beside its thumb goes on page by page: the list asks for their next block itself.
      if (!isFar(place, body)) {
        tell(bar, place);
        continue;
      }
      const { first, last } = rowsAt(place, body, list);
      // What does not come is told by the list, which asks again.
      await list.bring(first, last).catch(() => undefined);
      if (!isOn) return;
      const still = stillOf(body);
      tell(bar, place);
      await nextFrame();
      for (let frames = 1; isOn && frames < DRAWN && !isDrawn(body); frames++) await nextFrame();
      still.remove();
      // Long enough to be seen.
      await nextFrame();
    }
    isBusy = false;
  }

  /** AG Grid reads where the bar stands: for this once it stands where the rows are. */
  function tell(bar: HTMLElement, place: number): void {
    isTold = true;
    Object.defineProperty(bar, "scrollTop", { configurable: true, get: () => place, set: () => undefined });
    bar.dispatchEvent(new Event("scroll"));
    Reflect.deleteProperty(bar, "scrollTop");
    isTold = false;
  }

  frame.addEventListener("scroll", scrolled, { capture: true });
  return () => {
    isOn = false;
    frame.removeEventListener("scroll", scrolled, { capture: true });
  };
}

const isFar = (place: number, body: HTMLElement) => Math.abs(place - body.scrollTop) > FAR * body.clientHeight;

const nextFrame = () => new Promise(requestAnimationFrame);

/** What the body shows now, as a picture over it: the grid takes its rows away some frames before it has drawn others. */
function stillOf(body: HTMLElement): HTMLElement {
  const still = body.cloneNode(true) as HTMLElement;
  still.classList.add("list-still");
  still.setAttribute("aria-hidden", "true");
  still.style.left = `${body.offsetLeft}px`;
  still.style.width = `${body.offsetWidth}px`;
  body.after(still);
  still.scrollTop = body.scrollTop;
  const across = body.querySelector(".ag-center-cols-viewport")?.scrollLeft ?? 0;
  still.querySelector(".ag-center-cols-viewport")?.scrollTo({ left: across });
  return still;
}

/** Whether every row that can be seen is there. */
function isDrawn(body: HTMLElement): boolean {
  const { top, bottom } = body.getBoundingClientRect();
  const seen = [...body.querySelectorAll(".ag-center-cols-container .ag-row")].filter((row) => {
    const place = row.getBoundingClientRect();
    return place.bottom > top && place.top < bottom;
  });
  return seen.length > 0 && !seen.some((row) => row.querySelector(".list-loading") || row.textContent === "");
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
