// A part that is drawn as soon as its code is here. Where that does not come, the list stays as it is: what was asked for says so
// in its own place and can be tried again there, or in a notice.
import { type ComponentType, type ReactNode, useEffect, useRef } from "react";
import { type Bringing, MissingPart, Skeleton, t, useArriving, useRoot } from "#web";

interface Ways<Props> {
  /** What holds its place; a part without one is taken back with a notice. */
  frame?: (props: Props, inside: ReactNode) => ReactNode;
  /** Takes back what was asked for. */
  refuse?: (props: Props) => void;
}

/** One of the parts, taken out by `pick`, and what becomes of it until it is here or where it does not come. */
export function later<Parts, Props extends object>(
  bringing: Bringing<Parts>,
  pick: (parts: Parts) => ComponentType<Props>,
  { frame, refuse }: Ways<Props>,
) {
  return function Later(props: Props) {
    const { notices } = useRoot();
    const { code, retry } = useArriving(bringing);
    const latest = useRef(props);
    latest.current = props;
    const isMissing = retry !== undefined;
    useEffect(() => {
      if (!isMissing || frame) return;
      notices.error(t("common:chunk.help"), { title: t("common:toast.failed") });
      refuse?.(latest.current);
    }, [isMissing, notices]);
    if (code) {
      const Part = pick(code);
      return <Part {...props} />;
    }
    return frame?.(props, retry ? <MissingPart retry={retry} /> : <Skeleton rows={8} />) ?? null;
  };
}
