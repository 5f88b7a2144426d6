const PAUSE_MS = 100;

/**
 * Asks `look` until it finds something. Throws after `timeoutMs` with `what` was waited for, and with what `look` threw
 * last.
 */
export async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  timeoutMs: number,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let cause: unknown;
    try {
      const found = await look();
      if (found !== undefined) return found;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`${what}: not within ${timeoutMs} ms`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
