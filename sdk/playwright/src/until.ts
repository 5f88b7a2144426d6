const PAUSE_MS = 100;

/** @throws after `timeoutMs`, with `what` and the last error of `look` as its cause. */
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
