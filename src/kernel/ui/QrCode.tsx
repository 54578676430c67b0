// A QR code as one SVG path, dark on white in either theme: cameras want it so.
import { useEffect, useState } from "react";

interface Drawn {
  path: string;
  size: number;
}

/** A text for a camera. `label` says to a screen reader what it is; whoever cannot scan needs the text beside it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    let isHere = true;
    void Promise.all([import("lean-qr"), import("lean-qr/extras/svg")]).then(([{ generate }, { toSvgPath }]) => {
      const code = generate(text);
      if (isHere) setDrawn({ path: toSvgPath(code), size: code.size });
    });
    return () => {
      isHere = false;
    };
  }, [text]);
  const size = drawn?.size ?? 33;
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`-2 -2 ${size + 4} ${size + 4}`}>
      <rect className="qr-ground" x="-2" y="-2" width={size + 4} height={size + 4} />
      {drawn && <path className="qr-dots" d={drawn.path} />}
    </svg>
  );
}
