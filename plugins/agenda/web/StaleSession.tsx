// Two people have changed the same session: both versions side by side, and the choice between them.
import { observer } from "mobx-react-lite";
import { Button, formatDateTime, t, useStore } from "#web";
import type { Session } from "../contract.ts";
import { type SessionValues, valuesOf } from "./sessionValues.ts";
import { AgendaStore } from "./store.ts";

interface Props {
  mine: SessionValues;
  theirs: Session;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

const FIELDS = ["title", "start", "end", "stage_id", "track_id", "kind", "language"] as const;
const LABELS: Record<(typeof FIELDS)[number], string> = {
  title: "title",
  start: "from",
  end: "to",
  stage_id: "stage",
  track_id: "track",
  kind: "kind",
  language: "language",
};

export const StaleSession = observer(function StaleSession({ mine, theirs, busy, onMine, onTheirs }: Props) {
  const store = useStore(AgendaStore);
  const other = valuesOf(theirs);
  const differing = FIELDS.filter((field) => (mine[field] ?? "") !== (other[field] ?? ""));
  const text = (values: SessionValues, field: (typeof FIELDS)[number]): string => {
    if (field === "start" || field === "end") return formatDateTime(values[field], store.zone);
    if (field === "stage_id") return store.stages.find(({ id }) => id === values.stage_id)?.name ?? t("agenda:noStage");
    if (field === "track_id") return store.tracks.find(({ id }) => id === values.track_id)?.name ?? t("agenda:noTrack");
    return values[field];
  };
  return (
    <div className="agenda-stale" role="alert">
      <h3>{t("agenda:stale.title")}</h3>
      <p>{t("agenda:stale.help")}</p>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("agenda:stale.mine")}</th>
            <th scope="col">{t("agenda:stale.theirs")}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field}>
              <th scope="row">{t(`agenda:field.${LABELS[field]}`)}</th>
              <td>{text(mine, field)}</td>
              <td>{text(other, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="agenda-stale-actions">
        <Button small onClick={onTheirs}>
          {t("agenda:stale.takeTheirs")}
        </Button>
        <Button small tone="primary" busy={busy} onClick={onMine}>
          {t("agenda:stale.saveMine")}
        </Button>
      </div>
    </div>
  );
});
