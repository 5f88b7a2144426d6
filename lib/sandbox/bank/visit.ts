const TIMEOUT_MS = 5_000;

/** Opens the payer's return address like a link checker; ignores failures. */
export async function visitReturn(url: string): Promise<void> {
  try {
    const response = await fetch(url, {
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
  } catch {
    // The payer is redirected anyway.
  }
}
