// A picture as a file that stands alone: every colour and font of the moment is written into it, and what its colours mean.
import { fitted } from "./letters.ts";

const WORN = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-size",
  "font-family",
];
const TEXT = ["font-weight", "text-anchor", "dominant-baseline", "direction", "unicode-bidi"];
/** Values that many programs do not read inside of a file of their own: each is written as a colour and how dense it is. */
const COLOURS = ["fill", "stroke"] as const;
const PADDING = 16;
const TITLE = 30;
/** How wide letters of the title are on average. */
const TITLE_LETTER = 8;
/** Between the legend and the drawing. */
const GAP = 8;

/** The drawing as an SVG file with its title and its legend above it, in the colours of the theme that is worn. */
export function svgOf(drawing: SVGSVGElement, title: string): Blob {
  return new Blob([svgText(drawing, title).text], { type: "image/svg+xml" });
}

/** The same as a picture of pixels, at twice the size for screens and print. */
export async function pngOf(drawing: SVGSVGElement, title: string, scale = 2): Promise<Blob> {
  const { text, width, height } = svgText(drawing, title);
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("No picture came"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

function svgText(drawing: SVGSVGElement, title: string) {
  const legend = drawing.closest(".chart")?.querySelector<HTMLElement>(".chart-legend");
  const meanings = legend ? meaningsOf(legend, PADDING + TITLE, drawing.clientWidth) : "";
  const top = PADDING + TITLE + (legend ? legend.clientHeight + GAP : 0);
  const width = drawing.clientWidth + 2 * PADDING;
  const height = top + drawing.clientHeight + PADDING;
  const worn = getComputedStyle(drawing);
  const surface = getComputedStyle(drawing.closest(".panel") ?? document.body).backgroundColor;
  const heading = `<text x="${PADDING}" y="${PADDING + 14}" font-family="sans-serif" font-size="14" font-weight="600" fill="${plainColour(worn.color).colour}">${escaped(fitted(title, drawing.clientWidth, TITLE_LETTER))}</text>`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${plainColour(surface).colour}"/>${heading}${meanings}${placed(drawing, PADDING, top)}</svg>`;
  return { text, width, height };
}

/** The legend as it stands on the page: each sign, and beside it one line of what it means. */
function meaningsOf(legend: HTMLElement, top: number, width: number): string {
  const all = legend.getBoundingClientRect();
  const { color, fontFamily, fontSize } = getComputedStyle(legend);
  const font = `font-family="${escaped(fontFamily)}" font-size="${fontSize}" fill="${plainColour(color).colour}"`;
  return [...legend.children]
    .map((one) => {
      const [sign, name] = [one.querySelector("svg"), one.querySelector("span")];
      if (!sign || !name) return "";
      const [of, at] = [sign.getBoundingClientRect(), name.getBoundingClientRect()];
      const x = at.left - all.left;
      const y = top + at.top - all.top + at.height / 2;
      const text = escaped(fitted(name.textContent ?? "", width - x));
      const drawn = placed(sign, PADDING + of.left - all.left, top + of.top - all.top);
      return `${drawn}<text x="${PADDING + x}" y="${y}" dominant-baseline="central" ${font}>${text}</text>`;
    })
    .join("");
}

/** A part of the page's pictures as it looks there, at another place. */
function placed(drawing: SVGSVGElement, x: number, y: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [drawing, copy].map((one) => [...one.querySelectorAll("*")]) as [Element[], Element[]];
  originals.forEach((original, at) => wear(original, copies[at] as Element));
  for (const name of ["class", "role"]) copy.removeAttribute(name);
  copy.setAttribute("x", String(x));
  copy.setAttribute("y", String(y));
  return new XMLSerializer().serializeToString(copy);
}

function wear(original: Element, copy: Element): void {
  const style = getComputedStyle(original);
  const names = original.tagName === "text" ? [...WORN, ...TEXT] : WORN;
  for (const name of names) {
    const value = style.getPropertyValue(name);
    if (value && !isReference(original, name)) copy.setAttribute(name, value);
  }
  for (const name of COLOURS) {
    const value = copy.getAttribute(name);
    if (!value || isReference(original, name)) continue;
    const { colour, density } = plainColour(value);
    copy.setAttribute(name, colour);
    const inside = Number(style.getPropertyValue(`${name}-opacity`) || 1);
    if (density < 1) copy.setAttribute(`${name}-opacity`, String(density * inside));
  }
  copy.removeAttribute("class");
  if (original.tagName === "text") drawBehind(copy);
}

const isReference = (one: Element, name: string) => one.getAttribute(name)?.startsWith("url(") === true;

/** The outline of a text lies behind it: by an order of its own, for programs that know none that a style could ask for. */
function drawBehind(text: Element): void {
  const stroke = text.getAttribute("stroke");
  if (!stroke || stroke === "none") return;
  text.before(text.cloneNode(true));
  text.setAttribute("stroke", "none");
}

/** A computed colour as SVG 1.1 knows it, which has neither mixed colours nor a density inside of one. */
function plainColour(value: string): { colour: string; density: number } {
  const [, kind, inside] = /^(color\(srgb |rgba?\()([^)]*)\)$/.exec(value) ?? [];
  if (!kind || inside === undefined) return { colour: value === "transparent" ? "none" : value, density: 1 };
  const [red = 0, green = 0, blue = 0, density = 1] = inside.split(/[\s,/]+/).map(Number);
  const most = kind.startsWith("color") ? 255 : 1;
  const parts = [red, green, blue].map((part) => Math.round(Math.min(255, Math.max(0, part * most))));
  return density === 0 ? { colour: "none", density: 1 } : { colour: `rgb(${parts.join(", ")})`, density };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A title as the name of a file. */
export function fileNameOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 80) || "chart"
  );
}
