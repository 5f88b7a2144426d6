/**
 * As `toISOString`, in a fifth of its time: a list of 20 payments has up to 60 times.
 * @throws RangeError if it is no time
 */
export function isoTime(time: Date): string {
  const year = time.getUTCFullYear();
  // Others have another form.
  if (!(year >= 1000 && year <= 9999)) return time.toISOString();
  const day = `${year}-${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())}`;
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}`;
  return `${day}T${clock}.${THREE[time.getUTCMilliseconds()]}Z`;
}

const digits = (length: number) => (_: unknown, value: number) =>
  String(value).padStart(length, "0");
const TWO = Array.from({ length: 60 }, digits(2));
const THREE = Array.from({ length: 1000 }, digits(3));
const two = (value: number) => TWO[value];
