// All areas together: checked against their manifests once, then frozen. Late registration is impossible.
import type { FlagFact, Manifest, RouteFact } from "#schemas/manifest.ts";
import { PLANNED_SCREEN } from "#schemas/manifest.ts";
import type { LazyPart, WebPlugin } from "./defineWebPlugin.ts";

/** A route with the area it belongs to and the loader of its screen; no loader where the screen is planned. */
export interface RegisteredRoute extends RouteFact {
  area: string;
  load?: LazyPart | undefined;
}

/** A part of one area that stands on a screen of another. */
export interface RegisteredPart {
  slot: string;
  area: string;
  name: string;
  load: LazyPart;
}

export interface Registry {
  manifests: readonly Manifest[];
  faces: readonly WebPlugin[];
  routes: readonly RegisteredRoute[];
  flags: readonly FlagFact[];
  dialogs: Readonly<Record<string, LazyPart>>;
  finders: readonly { area: string; name: string; load: LazyPart }[];
  parts: readonly RegisteredPart[];
}

/** Gathers and checks; throws one sentence that names the area and what is wrong with it. */
export function buildRegistry(manifests: readonly Manifest[], faces: readonly WebPlugin[]): Registry {
  checkIds(manifests, faces);
  checkRequires(manifests);
  const faceOf = new Map(faces.map((face) => [face.id, face]));
  const routes: RegisteredRoute[] = [];
  const seen = new Map<string, string>();
  for (const manifest of manifests) {
    for (const route of manifest.routes ?? []) {
      for (const key of [route.id, route.path]) {
        const other = seen.get(key);
        if (other) throw new Error(`Area "${manifest.id}": "${key}" is already taken by area "${other}"`);
        seen.set(key, manifest.id);
      }
      routes.push({ ...route, area: manifest.id, load: screenOf(manifest.id, route, faceOf.get(manifest.id)) });
    }
  }
  return Object.freeze({
    manifests: Object.freeze([...manifests]),
    faces: Object.freeze([...faces]),
    routes: Object.freeze(routes),
    flags: Object.freeze(manifests.flatMap((manifest) => manifest.flags ?? [])),
    dialogs: Object.freeze(Object.assign({}, ...faces.map((face) => face.dialogs ?? {}))),
    finders: Object.freeze(
      faces.flatMap((face) =>
        Object.entries(face.finders ?? {}).map(([name, load]) => ({ area: face.id, name, load })),
      ),
    ),
    parts: Object.freeze(
      faces.flatMap((face) =>
        Object.entries(face.parts ?? {}).flatMap(([slot, parts]) =>
          Object.entries(parts).map(([name, load]) => ({ slot, area: face.id, name, load })),
        ),
      ),
    ),
  });
}

function screenOf(area: string, route: RouteFact, face: WebPlugin | undefined): LazyPart | undefined {
  if (route.screen === PLANNED_SCREEN) return undefined;
  const load = face?.screens?.[route.screen];
  if (!load) {
    const known = Object.keys(face?.screens ?? {}).join(", ") || "none";
    throw new Error(
      `Area "${area}": route "${route.id}" names the screen "${route.screen}", its web face offers ${known}`,
    );
  }
  return load;
}

function checkIds(manifests: readonly Manifest[], faces: readonly WebPlugin[]): void {
  const ids = new Set<string>();
  for (const { id } of manifests) {
    if (ids.has(id)) throw new Error(`Two areas are called "${id}"`);
    ids.add(id);
  }
  for (const { id } of faces) {
    if (!ids.has(id)) throw new Error(`A web face calls itself "${id}", but no plugin.json has that id`);
  }
}

function checkRequires(manifests: readonly Manifest[]): void {
  const requires = new Map(manifests.map((manifest) => [manifest.id, manifest.requires ?? []]));
  const done = new Set<string>();
  const visit = (id: string, path: readonly string[]): void => {
    if (path.includes(id)) throw new Error(`Areas require each other in a circle: ${[...path, id].join(" → ")}`);
    if (done.has(id)) return;
    for (const needed of requires.get(id) ?? []) {
      if (!requires.has(needed)) throw new Error(`Area "${id}" requires "${needed}", which is not there`);
      visit(needed, [...path, id]);
    }
    done.add(id);
  };
  for (const id of requires.keys()) visit(id, []);
}
