const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds before the second and each further attempt, without jitter. */
export const WAIT_SECONDS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const MAX_RETRY_AFTER_SECONDS = 24 * HOUR;

// Only ever added, so that all attempts together span at least 72 hours.
const JITTER = 0.1;

export const MAX_ATTEMPTS = WAIT_SECONDS.length + 1;

/** Respects `Retry-After` up to 24 hours. `random` returns numbers in [0, 1). */
export function nextAttemptAt(
  attemptCount: number,
  now: Date,
  options: { retryAfterSeconds?: number | undefined; random: () => number },
): Date | undefined {
  const wait = WAIT_SECONDS[attemptCount - 1];
  if (wait === undefined) return undefined;
  const wished = Math.min(options.retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS);
  const seconds = Math.max(wait * (1 + JITTER * options.random()), wished);
  return new Date(now.getTime() + Math.ceil(seconds * 1000));
}

/** RFC 9110 §10.2.3: seconds or an HTTP date. */
export function parseRetryAfter(value: string, now: Date): number | undefined {
  const text = value.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text);
  // Date.parse also accepts values that are no HTTP date, such as "-5".
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
