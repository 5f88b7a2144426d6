import { AppError } from "#lib/platform/failures/errors.ts";
import { networksOf } from "#lib/platform/http/client-address.ts";

// Per process. Payers may share an address, but few screens show one payment.
const PER_ADDRESS = 200;
const PER_REFERENCE = 20;
const RETRY_SECONDS = 30;

export type StreamPlaces = ReturnType<typeof createStreamPlaces>;

export function createStreamPlaces() {
  const taken = new Map<string, number>();

  function change(place: string, by: number): void {
    const count = (taken.get(place) ?? 0) + by;
    if (count > 0) taken.set(place, count);
    else taken.delete(place);
  }

  let open = 0;
  return {
    open: () => open,

    /**
     * Call the result once to free the place.
     * @throws AppError `too_many_requests`
     */
    take({ address, reference }: { address: string | undefined; reference: string }): () => void {
      const places: [string, number][] = [[`reference ${reference}`, PER_REFERENCE]];
      for (const { key, times } of address === undefined ? [] : networksOf(address)) {
        places.push([`address ${key}`, PER_ADDRESS * times]);
      }
      if (places.some(([place, most]) => (taken.get(place) ?? 0) >= most)) {
        throw new AppError("too_many_requests", { retryAfterSeconds: RETRY_SECONDS });
      }
      for (const [place] of places) change(place, 1);
      open += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        open -= 1;
        for (const [place] of places) change(place, -1);
      };
    },
  };
}
