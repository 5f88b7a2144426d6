const TIMEOUT_MS = 5_000;

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
