const DEADLINE_MS = 10_000;

/** Resolves as soon as `condition` holds; throws when it does not within 10 s. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`still not so: ${condition}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
