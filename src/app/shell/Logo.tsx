// The product's sign: a lanyard with its badge, and the word.

export function Logo({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <span className="logo">
      <svg className="logo-sign" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" focusable="false">
        <rect className="logo-field" width="32" height="32" rx="7" />
        <path className="logo-band" d="M9 5l7 9 7-9" fill="none" strokeWidth="3" strokeLinecap="round" />
        <rect className="logo-badge" x="9" y="15" width="14" height="12" rx="2" />
      </svg>
      {!isSmall && <span className="logo-word">Lanyard</span>}
    </span>
  );
}
