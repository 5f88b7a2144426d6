/** Due times are in the database. Several processes may run a job at once. */
export type Job = {
  name: string;
  /** For a few seconds. Returns the amount of work. Starts nothing after `stopping`. Background work calls `wake` at its end. */
  run(stopping: AbortSignal, wake: () => void): Promise<number>;
  nextDueAt(): Promise<Date | undefined>;
  settled?(): Promise<void>;
};
