// A picture as a file that stands alone: every colour and font of the moment is written into it.

const WORN = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-size",
  "font-family",
];
const TEXT = ["font-weight", "text-anchor", "dominant-baseline"];
const PADDING = 16;
const TITLE = 30;

/** The drawing as an SVG file with its title above it, in the colours of the theme that is worn. */
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
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [drawing, copy].map((one) => [...one.querySelectorAll("*")]) as [Element[], Element[]];
  originals.forEach((original, at) => wear(original, copies[at] as Element));
  const width = drawing.clientWidth + 2 * PADDING;
  const height = drawing.clientHeight + 2 * PADDING + TITLE;
  const worn = getComputedStyle(drawing);
  const surface = getComputedStyle(drawing.closest(".panel") ?? document.body).backgroundColor;
  for (const name of ["class", "role"]) copy.removeAttribute(name);
  copy.setAttribute("x", String(PADDING));
  copy.setAttribute("y", String(PADDING + TITLE));
  const inside = new XMLSerializer().serializeToString(copy);
  const heading = `<text x="${PADDING}" y="${PADDING + 14}" font-family="sans-serif" font-size="14" font-weight="600" fill="${worn.color}">${escaped(title)}</text>`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${surface}"/>${heading}${inside}</svg>`;
  return { text, width, height };
}

function wear(original: Element, copy: Element): void {
  const style = getComputedStyle(original);
  const names = original instanceof SVGTextElement ? [...WORN, ...TEXT] : WORN;
  for (const name of names) {
    const value = style.getPropertyValue(name);
    const isReference = name === "fill" && original.getAttribute("fill")?.startsWith("url(");
    if (value && !isReference) copy.setAttribute(name, value);
  }
  copy.removeAttribute("class");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
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
