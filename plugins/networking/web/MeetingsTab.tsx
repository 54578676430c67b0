// The meetings of a participant, as a tab of the profile: by day, with whom, where, and what can be done about each.
import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  Button,
  EmptyState,
  icons,
  ProblemView,
  problemText,
  Skeleton,
  type TabPart,
  t,
  useAddress,
  useEnv,
  useLastSeen,
  useLeft,
  useStore,
} from "#web";
import type { ProfileTabProps } from "../../event-data/contract.ts";
import type { Meeting } from "../contract.ts";
import { MeetingForm } from "./MeetingForm.tsx";
import { itemId, MeetingItem } from "./MeetingItem.tsx";
import { canMove, type LateMove, MEETING } from "./meetingValues.ts";
import { NetworkingStore } from "./store.ts";
import { dayText, othersText } from "./words.tsx";

const Tab = observer(function Tab({ eventId, thing, isOpen, onChanged }: ProfileTabProps) {
  const store = useStore(NetworkingStore);
  const { notices } = useEnv();
  const [late, setLate] = useState<LateMove>();
  const [address, change] = useAddress();
  const named = store.canSave ? address.get(MEETING) : null;
  const setOpen = (open: number | "new" | undefined, replace = false) =>
    change({ [MEETING]: open?.toString() }, { preventScrollReset: true, replace });
  const arranging = useRef<HTMLButtonElement>(null);
  const had = useRef(false);
  const ask = useCallback(() => void store.listMeetingsOf(eventId, thing.id), [store, eventId, thing.id]);
  useEffect(() => {
    if (isOpen) ask();
  }, [ask, isOpen]);
  useEffect(() => void store.listLocations(eventId), [store, eventId]);
  const meetings = store.thingId === thing.id ? store.meetings : undefined;
  const is = ({ id }: Meeting) => String(id) === named;
  const tooLate = late && is(late.theirs) ? late : undefined;
  const row = meetings?.find(is) ?? tooLate?.theirs;
  const movable = useLastSeen(named, row && (tooLate || canMove(row)) ? row : undefined, thing.id);
  // What is drawn already stays, whatever becomes of its meeting.
  const open = named === "new" ? named : movable && (row ?? movable);
  const isListed = isOpen && meetings !== undefined && !store.listing.busy && !store.listing.problem;
  const isUnknown = isListed && named !== null && open === undefined;
  const moving = store.moving.of(thing.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as that is known
  useEffect(() => {
    // A list that has just been asked for may have it, and so may what is left for whoever comes back.
    if (isUnknown && !store.listing.busy && moving.left === undefined) setOpen(undefined, true);
  }, [isUnknown]);
  useLeft<LateMove>(moving, (left) => {
    setLate(left);
    // The way back has led there already: Back leads to where one was before.
    setOpen(left.theirs.id, true);
  });
  const hasForm = open !== undefined;
  useEffect(() => {
    // The form with the focused button has gone, also by Back.
    if (had.current && !hasForm) {
      setLate(undefined);
      arranging.current?.focus();
    }
    had.current = hasForm;
  }, [hasForm]);
  if (store.listing.problem && !meetings) return <ProblemView problem={store.listing.problem} retry={ask} />;
  if (!meetings) return <Skeleton rows={4} />;

  const close = (isDrawn: boolean, saved?: Meeting) => {
    if (isDrawn) setOpen(undefined);
    if (!saved) return;
    onChanged();
    const word = open === "new" ? (saved.state === "accepted" ? "arranged" : "asked") : "moved";
    notices.success(t(`networking:done.${word}`, { name: othersText(saved, thing.id) }));
  };
  const showMore = async () => {
    const first = await store.listMore(eventId, thing.id);
    const { problem } = store.going;
    if (problem) notices.error(problemText(problem, t));
    // The button moves below what has come, or goes: whoever pressed it reads on where the new ones begin.
    if (first)
      setTimeout(() => document.getElementById(itemId(first))?.querySelector<HTMLElement>("a, button")?.focus());
  };
  if (open) {
    return (
      <MeetingForm
        key={open === "new" ? "new" : open.id}
        eventId={eventId}
        thing={thing}
        meeting={open === "new" ? undefined : open}
        late={tooLate}
        isOpen={isOpen}
        onDone={close}
      />
    );
  }
  const add = store.canSave && (
    <Button ref={arranging} tone="primary" icon={icons.add} onClick={() => setOpen("new")}>
      {t("networking:arrange")}
    </Button>
  );
  if (meetings.length === 0) {
    return (
      <EmptyState title={t("networking:empty.title")} action={add || undefined}>
        {t("networking:empty.help", { name: thing.name })}
      </EmptyState>
    );
  }
  const days = new Map<string, Meeting[]>();
  for (const meeting of meetings) {
    const day = dayText(meeting.start, store.zone);
    days.set(day, [...(days.get(day) ?? []), meeting]);
  }
  return (
    <>
      <div className="meetings-head">
        <span className="muted">{t("common:field.zone", { zone: store.zone })}</span>
        {add}
      </div>
      {[...days].map(([day, listed]) => (
        <section key={day} className="meetings-day">
          <h3>{day}</h3>
          <ul>
            {listed.map((meeting) => (
              <MeetingItem
                key={meeting.id}
                {...{ eventId, thing, meeting, onChanged }}
                onMove={({ id }) => setOpen(id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {store.last && (
        <Button busy={store.going.busy} onClick={() => void showMore()}>
          {t("networking:later")}
        </Button>
      )}
    </>
  );
});

export const MeetingsTab: TabPart<ProfileTabProps> = {
  title: "networking:profile.title",
  access: { permissions: ["meetings"] },
  suits: ({ category }) => category === undefined || category === 1,
  Tab,
};
