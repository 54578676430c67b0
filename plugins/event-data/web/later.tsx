// A part that is drawn as soon as its code is here. Where that does not come, the list stays as it is: what was asked for says so
// in its own place and can be tried again there, or in a notice.
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { MissingPart, Skeleton, t, useRoot } from "#web";

/** The code of parts, brought once and kept. */
export interface Bringing<Parts> {
  bring(): Promise<Parts>;
  /** What is here already. */
  ready(): Parts | undefined;
}

interface Ways<Props> {
  /** What holds its place; a part without one is taken back with a notice. */
  frame?: (props: Props, inside: ReactNode) => ReactNode;
  /** Takes back what was asked for. */
  refuse?: (props: Props) => void;
}

/** One of the parts, taken out by `pick`, and what becomes of it until it is here or where it does not come. */
export function later<Parts, Props extends object>(
  { bring, ready }: Bringing<Parts>,
  pick: (parts: Parts) => ComponentType<Props>,
  { frame, refuse }: Ways<Props>,
) {
  return function Later(props: Props) {
    const { notices } = useRoot();
    const [parts, setParts] = useState(ready);
    const [isMissing, setMissing] = useState(false);
    const latest = useRef(props);
    latest.current = props;
    useEffect(() => {
      if (parts || isMissing) return;
      let isGone = false;
      bring().then(
        (brought) => isGone || setParts(() => brought),
        (error: unknown) => {
          console.error(error);
          if (isGone) return;
          setMissing(true);
          if (frame) return;
          notices.error(t("common:chunk.help"), { title: t("common:toast.failed") });
          refuse?.(latest.current);
        },
      );
      return () => {
        isGone = true;
      };
    }, [parts, isMissing, notices]);
    if (parts) {
      const Part = pick(parts);
      return <Part {...props} />;
    }
    const inside = isMissing ? <MissingPart retry={() => setMissing(false)} /> : <Skeleton rows={8} />;
    return frame?.(props, inside) ?? null;
  };
}
