// Whether bytes are a picture that browsers show: by what they hold, never by what they call themselves. Pure.
import { imageSize } from "image-size";
import { problem } from "#server";
import { PHOTO_SIDE, type PHOTO_TYPES } from "../../contract.ts";

type MediaType = (typeof PHOTO_TYPES)[number];

const wrong = () => problem("event-data.photo_wrong");

/** The media type of a whole picture of any size; nothing for what is none. */
export function pictureType(bytes: Buffer): MediaType | undefined {
  const type = typeOf(bytes);
  return type && isWhole(type, bytes) ? type : undefined;
}

/** Answers the media type. Refuses what is no whole JPEG, PNG or WebP, or larger than what is shown. */
export function judgePhoto(bytes: Buffer): MediaType {
  const type = typeOf(bytes);
  if (!type || !isWhole(type, bytes)) throw wrong();
  const { width, height } = sizeOf(bytes);
  if (!width || !height) throw wrong();
  if (Math.max(width, height) > PHOTO_SIDE) throw problem("event-data.photo_large");
  return type;
}

function typeOf(bytes: Buffer): MediaType | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "image/jpeg";
  if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "image/png";
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "image/webp" : undefined;
}

/** A transfer that broke off leaves a picture without its end. */
function isWhole(type: MediaType, bytes: Buffer): boolean {
  if (type === "image/jpeg") return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > 0;
  if (type === "image/png") return bytes.lastIndexOf("IEND", undefined, "latin1") > 0;
  return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= bytes.length;
}

function sizeOf(bytes: Buffer): { width?: number; height?: number } {
  try {
    return imageSize(bytes);
  } catch {
    throw wrong();
  }
}
