/** In UTC, to compare with logs: `2026-01-15 12:00:05 UTC`. */
export function ExactTime({ at }: { at: Date }) {
  const iso = at.toISOString();
  return (
    <time dateTime={iso} className="tabular-nums">
      {`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`}
    </time>
  );
}
