// Shows the frame as it stood last, long before the application can draw it: its links lead on at once, its groups open as soon
// as the application is there. The application's own frame takes its place without anybody seeing it.
import { type KeptElement, LAST_FRAME_ID, type LastFrame } from "../../kernel/store/lastFrame.ts";
import { fromKept } from "./nodes.ts";

/** What stands in the page before the application has a frame: the one that stood last is shown with it. */
const BEFORE_FRAME = ".late, .skip-link, .loader, .toasts, .frame-coming";

/** The bar that runs where something takes long. */
const LOADER: KeptElement = ["div", { class: "loader", "aria-hidden": "true" }, ["span", { class: "loader-bar" }]];

const ITEMS = "[data-nav-item]";

/** Shows it once the styles are there, unless the application was faster. */
export function showLastFrame(kept: LastFrame, styles: readonly HTMLLinkElement[], address: string): void {
  const place = build(kept, address);
  const arrived = styles.map((link) => new Promise((done) => link.addEventListener("load", done)));
  void Promise.all(arrived).then(() => whenParsed((root) => !isDrawn(root) && stand(root, place, kept)));
}

/** The page's first code may run before its body has been read. */
function whenParsed(act: (root: HTMLElement) => void): void {
  const root = document.getElementById("root");
  if (root) act(root);
  else requestAnimationFrame(() => whenParsed(act));
}

const isDrawn = (root: HTMLElement) => [...root.children].some((one) => !one.matches(BEFORE_FRAME));

function build({ parts, locale, direction, address: before }: LastFrame, address: string): HTMLElement {
  const place = document.createElement("div");
  place.id = LAST_FRAME_ID;
  place.lang = locale;
  if (direction === "rtl") place.dir = direction;
  const frame = document.createElement("div");
  frame.className = "frame frame-normal";
  const main = document.createElement("main");
  main.className = "main";
  main.setAttribute("aria-busy", "true");
  frame.append(...parts.map(fromKept), main);
  place.append(fromKept(LOADER), frame);
  if (before !== address) markOpen(place, address);
  // What needs the application is only looked at until it is there.
  for (const part of place.querySelectorAll(".top-bar, .sidebar-top")) {
    part.toggleAttribute("inert", true);
    part.setAttribute("aria-hidden", "true");
  }
  return place;
}

/** The entry of the page that is being opened is marked, and no other. */
function markOpen(place: HTMLElement, address: string): void {
  for (const entry of place.querySelectorAll(`${ITEMS}[aria-current]`)) {
    entry.removeAttribute("aria-current");
    entry.classList.remove("nav-active");
  }
  const links = [...place.querySelectorAll(`a${ITEMS}`)];
  const open = links.find((link) => link.getAttribute("href") === address);
  open?.setAttribute("aria-current", "page");
  open?.classList.add("nav-active");
}

function stand(root: HTMLElement, place: HTMLElement, { scrolled }: LastFrame): void {
  root.after(place);
  const groups = place.querySelector(".sidebar-groups");
  if (groups && scrolled > 0) groups.scrollTop = scrolled;
  let pressed: Element | undefined;
  let isScrolled = false;
  place.addEventListener("click", ({ target }) => {
    pressed = (target as Element).closest(`button${ITEMS}`) ?? undefined;
  });
  place.addEventListener(
    "wheel",
    () => {
      isScrolled = true;
    },
    { passive: true },
  );
  const giveWay = () => {
    if (!isDrawn(root)) return;
    observer.disconnect();
    const focused = place.contains(document.activeElement) ? document.activeElement : undefined;
    const top = groups?.scrollTop ?? 0;
    place.remove();
    const newGroups = root.querySelector(".sidebar-groups");
    if (isScrolled && newGroups) newGroups.scrollTop = top;
    twinOf(root, focused)?.focus({ preventScroll: true });
    twinOf(root, pressed)?.click();
  };
  // It hears of what was drawn before anybody sees it.
  const observer = new MutationObserver(giveWay);
  observer.observe(root, { childList: true });
}

/** The same entry in the application's own frame. */
function twinOf(root: HTMLElement, entry: Element | null | undefined): HTMLElement | undefined {
  if (!entry) return undefined;
  const all = [...root.querySelectorAll<HTMLElement>(`${entry.localName}${ITEMS}`)];
  return all.find((one) => one.textContent === entry.textContent);
}
