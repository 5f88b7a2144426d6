/** Looks while the page is visible, and when the reader is back. A failed look is repeated by the next one. */
export function poll(look: () => Promise<void>, everyMs: number, signal: AbortSignal): void {
  let isLooking = false;
  const tick = async () => {
    if (isLooking || document.hidden) return;
    isLooking = true;
    await look().catch(() => undefined);
    isLooking = false;
  };
  const timer = setInterval(tick, everyMs);
  document.addEventListener("visibilitychange", tick, { signal });
  window.addEventListener("focus", tick, { signal });
  window.addEventListener("online", tick, { signal });
  signal.addEventListener("abort", () => clearInterval(timer));
}
