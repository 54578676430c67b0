// The picture of a profile, above its form: seen by everybody, changed by those who may.
import { observer } from "mobx-react-lite";
import { type RefObject, useRef } from "react";
import { Avatar, Button, type GridHandle, problemText, t, useEnv, useStore, useTold } from "#web";
import { getPhoto, type PhotoBack, type Pictured, type Thing, type ThingRow } from "../contract.ts";
import { fitted } from "./fitted.ts";
import type { CategoryId } from "./place.ts";
import { EventDataStore } from "./store.ts";

interface Props {
  eventId: number;
  thing: Thing;
  category: CategoryId | undefined;
  grid: RefObject<GridHandle<ThingRow> | null>;
}

/** Of a file that a person may choose; what is sent is far smaller. */
const LARGEST = 40 * 1024 * 1024;

export const PhotoField = observer(function PhotoField({ eventId, thing, category, grid }: Props) {
  const store = useStore(EventDataStore);
  const { api, notices } = useEnv();
  const input = useRef<HTMLInputElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  const acts = useRef<HTMLDivElement>(null);
  const picturing = store.picturing.of(thing.id);
  const told = useTold(picturing);
  const { busy, problem } = picturing;
  const isFace = category === 1;
  const after = (pictured: Pictured | undefined, text: string, isOver = false) => {
    if (!pictured) return;
    const { photo, before } = pictured;
    // What else was saved of it while the picture was on its way stands in the list already.
    const row = grid.current?.row(thing.id);
    if (row) grid.current?.replace({ ...row, photo });
    const back = before !== null && before !== photo && !isOver && { photo: before, instead: photo };
    notices.success(text, { action: back ? { label: t("common:undo"), run: () => void putBack(back) } : undefined });
    // The button that was pressed may go with the picture. Who is busy elsewhere by now stays there.
    const { activeElement } = document;
    if (activeElement === document.body || acts.current?.contains(activeElement)) change.current?.focus();
  };
  const take = async (file: File | undefined) => {
    if (!file || busy) return;
    store.forgetPicturing(thing.id);
    if (file.size > LARGEST) return void notices.error(t("event-data:photo.tooLarge", { name: file.name }));
    const picture = await fitted(file, isFace);
    if (!picture) return void notices.error(t("event-data:photo.unreadable", { name: file.name }));
    await save(picture);
  };
  const save = async (picture: Blob) => {
    const saved = await store.savePhoto(eventId, thing.id, picture);
    after(saved, saved?.before ? t("event-data:photo.changed", { name: thing.name }) : t("common:toast.saved"));
    if (!saved) told.failed(t("event-data:photo.notSaved", { name: thing.name }), () => save(picture));
  };
  const remove = async () => {
    const removed = await store.removePhoto(eventId, thing.id);
    after(removed, t("event-data:photo.removed", { name: thing.name }));
    if (!removed) told.failed(t("event-data:photo.notRemoved", { name: thing.name }), remove);
  };
  /** What one press has taken away, another brings back. */
  const putBack = async (back: PhotoBack) => {
    const done = await store.putPhotoBack(eventId, thing.id, back);
    after(done, t("common:toast.saved"), true);
    if (!done) told.failed(t("event-data:photo.notBack", { name: thing.name }), () => putBack(back));
  };
  return (
    <div className="thing-photo">
      <Avatar
        name={thing.name}
        src={thing.photo ? api.address(getPhoto, { params: { photo: thing.photo } }) : undefined}
        kind={isFace ? "face" : "thing"}
        size="large"
      />
      {store.canSave && (
        <div>
          <div ref={acts} className="thing-photo-acts">
            <Button small ref={change} busy={busy} onClick={() => input.current?.click()}>
              {t(thing.photo ? "event-data:photo.change" : "event-data:photo.add")}
            </Button>
            {thing.photo && (
              <Button small tone="quiet" disabled={busy} onClick={() => void remove()}>
                {t("event-data:photo.remove")}
              </Button>
            )}
            <input
              ref={input}
              type="file"
              hidden
              accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
              aria-label={t("event-data:photo.file")}
              onChange={({ target }) => {
                void take(target.files?.[0]);
                // The same file may be chosen again.
                target.value = "";
              }}
            />
          </div>
          {problem ? (
            <p className="form-problem" role="alert">
              {problemText(problem, t)}
            </p>
          ) : (
            <p className="field-help">{t(isFace ? "event-data:photo.helpFace" : "event-data:photo.help")}</p>
          )}
        </div>
      )}
    </div>
  );
});
