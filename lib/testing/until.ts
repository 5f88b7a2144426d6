const DEADLINE_MS = 30_000;
// A busy loop would take the processor from the awaited work.
const PAUSE_MS = 5;

/** @throws when `condition` does not hold within 30 s */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`still not so: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
