import { useEffect, useRef, useState } from "react";

/** Width of the room that a picture has; 0 until it has been measured. */
export function useWidth<E extends HTMLElement = HTMLDivElement>() {
  const room = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { room, width };
}
