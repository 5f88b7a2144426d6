/** Reads what a page asks again and again. `isOver`: asking once more is of no use. */
export async function poll<T>(
  address: string,
  parse: (body: unknown) => T | undefined,
): Promise<T> {
  const response = await fetch(address, { cache: "no-store" });
  if (!response.ok) throw new PollError(response.status);
  const parsed = parse(await response.json());
  if (parsed === undefined) throw new PollError(response.status);
  return parsed;
}

/** Why nothing could be read. */
export class PollError extends Error {
  override name = "PollError";
  readonly isOver: boolean;

  constructor(status: number) {
    super(`the page can't be updated: ${status}`);
    // Signed out, not allowed any more, or gone.
    this.isOver = status >= 400 && status < 500 && status !== 429;
  }
}
