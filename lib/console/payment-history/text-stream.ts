/**
 * Sends parts of a text as they are asked for: nothing is read ahead of its reader, and nothing more once the reader has
 * left. `first` was taken already. A failure ends the stream as broken, after `onError`.
 */
export function streamText(
  first: IteratorResult<string, void>,
  parts: AsyncIterator<string, void>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let waiting: IteratorResult<string, void> | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = waiting ?? (await parts.next());
          waiting = undefined;
          if (done) return controller.close();
          controller.enqueue(encoder.encode(value ?? ""));
        } catch (error) {
          onError(error);
          throw error;
        }
      },
      async cancel() {
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
