// Over what somebody else has removed while it was open here.
import { useEffect, useRef } from "react";

interface Props {
  text: string;
  /** It is said elsewhere in the panel, such as by the buttons of its form. */
  hidden: boolean;
}

/** Says it, and gives the focus to the panel where it was lost with what rests from now on. Draw it inside of the panel. */
export function GoneNote({ text, hidden }: Props) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // A field that rests from now on loses the focus a moment later.
    if (document.activeElement?.matches("body, :disabled") ?? true)
      note.current?.closest<HTMLElement>(".side-panel")?.focus({ preventScroll: true });
  }, []);
  return (
    <p className="note-warn" role="alert" ref={note} hidden={hidden}>
      {text}
    </p>
  );
}
