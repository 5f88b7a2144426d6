/** What `sampleOf` gives a payment that failed. */
export const FAILED_SAMPLE = -1;

/** One of these for each that succeeded. */
export const SUCCEEDED_SAMPLES = [0, ...Array.from({ length: 32 }, (_, bits) => 2 ** bits)];
