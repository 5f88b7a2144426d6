const TIMEOUT_MS = 5_000;

/** Opens the payer's return address from the bank's own machine, as one that checks links does. What comes of it is no matter. */
export async function visitReturn(url: string): Promise<void> {
  try {
    const response = await fetch(url, {
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
  } catch {
    // The payer is sent there all the same.
  }
}
