// The picture of a profile, above its form: seen by everybody, changed by those who may.
import { observer } from "mobx-react-lite";
import { type RefObject, useRef } from "react";
import { Avatar, Button, type GridHandle, problemText, t, useEnv, useStore, useTold } from "#web";
import { getPhoto, type Thing, type ThingRow } from "../contract.ts";
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
  const after = (photo: string | null | undefined) => {
    if (photo === undefined) return;
    // What else was saved of it while the picture was on its way stands in the list already.
    const row = grid.current?.row(thing.id);
    if (row) grid.current?.replace({ ...row, photo });
    notices.success(t("common:toast.saved"));
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
    const photo = await store.savePhoto(eventId, thing.id, picture);
    after(photo);
    if (photo === undefined) told.failed(t("event-data:photo.notSaved", { name: thing.name }), () => save(picture));
  };
  const remove = async () => {
    const photo = await store.removePhoto(eventId, thing.id);
    after(photo);
    if (photo === undefined) told.failed(t("event-data:photo.notRemoved", { name: thing.name }), remove);
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
