/** Stops when the reader leaves. A failure breaks the stream after `onError`. */
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
