// Parts of a page whose code arrives when they are drawn. One that does not arrive takes nothing else along.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { MissingPart } from "./MissingPart.tsx";

interface Closing {
  onClose?: () => void;
}

/**
 * A part whose code is brought with its first drawing. Where it cannot be had, that is said in its place, with another attempt; a
 * part that is drawn until its `onClose` can be taken back there.
 * @example
 * export const Net = arriving(async () => (await import("./NetView.tsx")).NetView, <Skeleton rows={8} />);
 */
export function arriving<Props extends object>(
  bring: () => Promise<ComponentType<Props>>,
  outline: ReactNode = null,
): ComponentType<Props> {
  let there: ComponentType<Props> | undefined;
  return function Arriving(props: Props) {
    const [Part, setPart] = useState(() => there);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (isMissing) return;
      // Another one of the same may have brought it since this was drawn.
      if (there) return setPart(() => there);
      let isGone = false;
      bring().then(
        (brought) => {
          there = brought;
          if (!isGone) setPart(() => brought);
        },
        (error: unknown) => {
          console.error(error);
          if (!isGone) setMissing(true);
        },
      );
      return () => {
        isGone = true;
      };
    }, [isMissing]);
    if (Part) return <Part {...props} />;
    return isMissing ? <MissingPart retry={() => setMissing(false)} onClose={(props as Closing).onClose} /> : outline;
  };
}
