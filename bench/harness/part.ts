import type { Settings } from "./rounds.ts";

/** Prints its tables and returns whether all its goals were met. Stops what it started. */
export type Part = (settings: Settings) => Promise<boolean>;
