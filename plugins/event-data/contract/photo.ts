// The picture of a profile: a face, a logo, a product. Its address is a name that nobody can guess.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { Id } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const writing = { accessRole: 200, permissions: ["things"] };
const params = Type.Object({ eventId: Id, thingId: Id }, closed);

/** What a picture may be. The browser makes it fit before it is sent. */
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export const PHOTO_BYTES = 1024 * 1024;
/** Pixels along its longer side. */
export const PHOTO_SIDE = 1024;

const PhotoName = Type.String({ pattern: "^[0-9a-f]{32}$" });

/** What of a profile its picture is. */
const Pictured = Type.Object({
  id: Id,
  photo: Type.Union([Type.String(), Type.Null()]),
  before: Type.Union([Type.String(), Type.Null()], { description: "The picture that it had until then" }),
});
export type Pictured = Type.Static<typeof Pictured>;

/** For so long the picture that a profile had can be put back. */
export const PHOTO_BACK_MINUTES = 10;

const PhotoBack = Type.Object(
  {
    photo: PhotoName,
    instead: Type.Union([PhotoName, Type.Null()], { description: "The picture that the profile has by now" }),
  },
  closed,
);
export type PhotoBack = Type.Static<typeof PhotoBack>;

export const savePhoto = endpoint({
  name: "savePhoto",
  method: "PUT",
  path: "/1/api/container/{eventId}/thing/{thingId}/photo",
  summary: "Give a profile a picture: JPEG, PNG or WebP, at most 1024 pixels along a side and one megabyte",
  access: writing,
  params,
  rawBody: { types: PHOTO_TYPES, limit: PHOTO_BYTES },
  reply: Pictured,
  problems: {
    "event-data.photo_wrong": { status: 400, message: "This file is no picture that can be shown" },
    "event-data.photo_large": { status: 400, message: "This picture is larger than 1024 pixels along a side" },
  },
});

export const removePhoto = endpoint({
  name: "removePhoto",
  method: "DELETE",
  path: "/1/api/container/{eventId}/thing/{thingId}/photo",
  summary: "Take the picture of a profile away",
  access: writing,
  params,
  reply: Pictured,
});

export const putPhotoBack = endpoint({
  name: "putPhotoBack",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/{thingId}/photo/back",
  summary: "Put the picture back that a profile had, at most ten minutes after it was taken away or changed",
  access: writing,
  params,
  body: PhotoBack,
  reply: Pictured,
  problems: {
    "event-data.photo_back": {
      status: 409,
      message: "The picture was changed since, or the old one is no longer kept",
    },
  },
});

export const getPhoto = endpoint({
  name: "getPhoto",
  method: "GET",
  path: "/1/photo/{photo}",
  summary: "A picture by the name that a profile gives it",
  access: "public",
  params: Type.Object({ photo: PhotoName }, closed),
  reply: Type.Unknown(),
  replyType: "image/*",
});
