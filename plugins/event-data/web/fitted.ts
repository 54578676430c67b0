// A picture made to fit before it is sent: turned upright, cut or scaled, and without what a camera wrote into it.
import { PHOTO_SIDE } from "../contract.ts";

/** Enough for the sharpest screens, at the largest size in which it is shown. */
const SIDE = PHOTO_SIDE / 2;

/** The part of a picture that is kept, and the size that it gets. A face is cut square around its middle; the rest stays whole. */
export function placed(width: number, height: number, isFace: boolean) {
  const side = Math.min(width, height);
  const part = isFace
    ? { x: Math.round((width - side) / 2), y: Math.round((height - side) / 2), width: side, height: side }
    : { x: 0, y: 0, width, height };
  const scale = Math.min(1, SIDE / Math.max(part.width, part.height));
  const sized = (length: number) => Math.max(1, Math.round(length * scale));
  return { part, width: sized(part.width), height: sized(part.height) };
}

/** Answers nothing where this browser cannot read the file as a picture. */
export async function fitted(file: Blob, isFace: boolean): Promise<Blob | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  const { part, width, height } = placed(image.width, image.height, isFace);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height);
  image.close();
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/webp", 0.85));
  return made ?? undefined;
}
