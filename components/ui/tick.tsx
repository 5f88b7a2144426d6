/** Says nothing to screen readers: a title goes with it. */
export function Tick() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true" className="size-14 shrink-0 text-positive">
      <circle cx="28" cy="28" r="28" fill="currentColor" className="tick-disc origin-center" />
      <path
        d="m17 29 8 8 15-17"
        pathLength="1"
        fill="none"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="tick-line stroke-card"
      />
    </svg>
  );
}
