// Brings what was left out, as a file.
import { observer } from "mobx-react-lite";
import { Button, download, problemText, t, useStore } from "#web";
import { RelationshipsStore } from "./store.ts";

interface Props {
  job: number;
  text: string;
  fileName: string;
}

export const LeftOut = observer(function LeftOut({ job, text, fileName }: Props) {
  const store = useStore(RelationshipsStore);
  const { busy, problem } = store.bringing;
  const bring = async () => {
    const file = await store.leftOut(job);
    if (file) download(file, fileName);
  };
  return (
    <>
      <Button small busy={busy} onClick={() => void bring()}>
        {text}
      </Button>
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </>
  );
});
