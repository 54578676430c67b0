// An icon drawn from its outlines, so that no icon set is bundled.
import { memo } from "react";

interface Props {
  /** Outlines on a field of 16 by 16. */
  paths: readonly string[];
  size?: number;
  /** Said by screen readers; without it the icon is decoration. */
  title?: string;
  className?: string;
}

/** Draws an icon; decoration unless it has a title. */
export const Icon = memo(function Icon({ paths, size = 16, title, className = "" }: Props) {
  return (
    <svg
      className={`icon ${className}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="currentColor"
      fillRule="evenodd"
      role={title ? "img" : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      focusable="false"
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
});
