const KEY = "zone";

/** The browser's time zone. Remembered, because a browser needs 50 ms to say it for the first time. */
export function readerZone(): string {
  const now = new Date();
  const winter = new Date(now.getFullYear(), 0);
  const summer = new Date(now.getFullYear(), 6);
  const offsets = [now, winter, summer].map((at) => at.getTimezoneOffset());
  const [known, ...knownOffsets] = localStorage.getItem(KEY)?.split(" ") ?? [];
  if (known !== undefined && knownOffsets.join() === offsets.join()) return known;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  localStorage.setItem(KEY, [zone, ...offsets].join(" "));
  return zone;
}
