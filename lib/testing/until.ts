const DEADLINE_MS = 30_000;
// A pause, since a busy loop would take the processor from the very work that is waited for.
const PAUSE_MS = 5;

/** Resolves as soon as `condition` holds; throws when it does not within 30 s. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`still not so: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
