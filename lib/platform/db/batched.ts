import type { Bound } from "./prepared.ts";

/** Statements of the same tick go to the server together. */
export type Batched = {
  run<Row>(bound: Bound<Row>): Promise<Row[]>;
  /** Goes with the last statements. Nothing may follow. */
  commit(): Promise<unknown>;
};
