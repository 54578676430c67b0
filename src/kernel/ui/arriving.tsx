// Parts of a page whose code arrives when they are drawn. One that does not arrive takes nothing else along.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { MissingPart } from "./MissingPart.tsx";

/** Code that is brought when it is needed. */
export interface Bringing<Code> {
  bring(): Promise<Code>;
  /** What is here already. */
  ready(): Code | undefined;
}

/** The code once it is here; where it could not be had, `retry` brings it again. */
export function useArriving<Code>({ bring, ready }: Bringing<Code>): { code?: Code; retry?: () => void } {
  const [code, setCode] = useState(ready);
  const [isMissing, setMissing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt brings it once
  useEffect(() => {
    if (code !== undefined || isMissing) return;
    let isGone = false;
    bring().then(
      (brought) => isGone || setCode(() => brought),
      (error: unknown) => {
        console.error(error);
        if (!isGone) setMissing(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [code, isMissing]);
  if (code !== undefined) return { code };
  return isMissing ? { retry: () => setMissing(false) } : {};
}

interface Closing {
  onClose?: () => void;
}

/**
 * A part whose code is brought with its first drawing. Where it cannot be had, that is said in its place, with another attempt; a
 * part that is drawn until its `onClose` can be taken back there. Until then its outline keeps its place, as high as its props say.
 * @example
 * export const Net = arriving(async () => (await import("./NetView.tsx")).NetView, <Skeleton rows={8} />);
 */
export function arriving<Props extends object>(
  bring: () => Promise<ComponentType<Props>>,
  outline: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  let there: ComponentType<Props> | undefined;
  const bringing: Bringing<ComponentType<Props>> = {
    ready: () => there,
    // Another one of the same may have brought it meanwhile.
    bring: async () => {
      there ??= await bring();
      return there;
    },
  };
  return function Arriving(props: Props) {
    const { code: Part, retry } = useArriving(bringing);
    if (Part) return <Part {...props} />;
    if (retry) return <MissingPart retry={retry} onClose={(props as Closing).onClose} />;
    return typeof outline === "function" ? outline(props) : outline;
  };
}
